import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { languageNames } from "#contract/languages.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { InterviewVersions } from "#contract/manage/interviews.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { SelectField } from "../../../web/ui/fields/SelectField.tsx";
import { listWords } from "../../../web/ui/language/spoken-language.ts";
import { call } from "../../api/call.ts";
import { combineQueries } from "../../api/query-state.ts";
import { ChangedText } from "../../history/ChangedText.tsx";
import differences from "../../history/Difference.module.css";
import { t } from "../../translate.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { INTERVIEWS } from "../use-interviews.ts";
import styles from "./CompareVersionsDialog.module.css";
import { type ChangedTexts, compareInterviews } from "./compare-interviews.ts";

type CompareVersionsDialogProps = {
  interviewId: string;
  versions: InterviewVersions["versions"];
  /** The number of one of `versions`, which has at least two. */
  number: number;
  onClose: () => void;
};

/** Compares a version with another one, at first with the one before it. */
export function CompareVersionsDialog(props: CompareVersionsDialogProps) {
  const { interviewId, versions, number, onClose } = props;
  const others = versions.map((version) => version.number).filter((each) => each !== number);
  const [other, setOther] = useState(() => others.find((each) => each < number) ?? others[0] ?? number);
  const before = useVersion(interviewId, Math.min(number, other));
  const after = useVersion(interviewId, Math.max(number, other));
  const compared = combineQueries(before, after, (was, is) => ({ was: was.interview, is: is.interview }));
  return (
    <Dialog
      title={t("interviews.compare.title", { number })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t("dialog.close")}
        </Button>
      }
    >
      <div className={styles.compared}>
        <SelectField
          label={t("interviews.compare.with")}
          options={others.map((each) => ({
            value: String(each),
            label: t("interviews.versionNumber", { number: each }),
          }))}
          value={String(other)}
          onChange={(value) => setOther(Number(value))}
        />
        <QueryView query={compared}>{(read) => <VersionDifferences {...read} />}</QueryView>
      </div>
    </Dialog>
  );
}

/** Fetches a version, which never changes. */
function useVersion(interviewId: string, number: number) {
  return useQuery({
    queryKey: [INTERVIEWS, interviewId, "versions", number],
    queryFn: () => call(manageEndpoints.readInterviewVersion, { params: { interviewId, number } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function VersionDifferences({ was, is }: { was: InterviewDraft; is: InterviewDraft }) {
  // comparing many changed texts takes about 200 ms
  const comparison = useMemo(() => compareInterviews(was, is, Date.now), [was, is]);
  const { changed } = comparison;
  const named = (["added", "moved", "removed"] as const).filter((part) => comparison[part].length > 0);
  if (named.length === 0 && changed.length === 0) return <p>{t("interviews.compare.same")}</p>;
  return (
    <>
      {named.length > 0 && (
        <ul className={styles.named}>
          {named.map((part) => (
            <li key={part}>
              <strong>{t(`publish.${part}`)}</strong>{" "}
              <bdi>{listWords(comparison[part].map(({ title }) => title))}</bdi>
            </li>
          ))}
        </ul>
      )}
      {changed.map(({ id, title, isSection, texts }) => (
        <section key={id} className={differences.question}>
          <h3 className={differences.title}>
            <bdi>{title}</bdi> {isSection && <small>{t("interviews.compare.section")}</small>}
          </h3>
          <div className={differences.changes}>
            {texts.length === 0 && <p>{t("interviews.compare.settings")}</p>}
            {texts.map((each) => (
              <LanguageDifference key={each.language} texts={each} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function LanguageDifference({ texts: { language, ...changed } }: { texts: ChangedTexts }) {
  return (
    <div lang={language} className={differences.answer}>
      <span className={differences.kind}>{languageNames[language]}</span>
      <ChangedText {...changed} />
    </div>
  );
}
