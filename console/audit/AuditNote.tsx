import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { AuditLine } from "#contract/manage/audit.ts";
import { listWords } from "../../web/ui/language/spoken-language.ts";
import { factNames } from "../clients/fact-names.ts";
import { useQuestionTitles } from "../interviews/use-interviews.ts";
import { auditedSetting, isRestorable, settingChangeText } from "../settings/audited-setting.ts";
import { RestoreSetting } from "../settings/RestoreSetting.tsx";
import { t } from "../translate.ts";
import styles from "./AuditDay.module.css";

/** Details that a line's sentence leaves out: changed facts, the question, or old and new values. */
export function AuditNote({ line, me }: { line: AuditLine; me: CurrentManager }) {
  const { kind, detail, eventId } = line;
  const audited = auditedSetting(line);
  if (audited)
    return (
      <>
        <p className={styles.note} lang="en">
          {settingChangeText(audited)}
        </p>
        {isRestorable(audited) && (
          <p>
            <RestoreSetting me={me} eventId={eventId} audited={audited} />
          </p>
        )}
      </>
    );
  if (kind === "client.changed" && detail !== null)
    return (
      <p className={styles.note}>{t("audit.facts", { facts: listWords(factNames(detail.split(" "))) })}</p>
    );
  if (kind.startsWith("question.")) return <QuestionTitle questionId={detail} />;
  return null;
}

/** The title of a question; nothing if it is no longer asked. */
function QuestionTitle({ questionId }: { questionId: string | null }) {
  const titles = useQuestionTitles();
  const title = questionId === null ? undefined : titles[questionId];
  return title === undefined ? null : <p className={styles.note}>{title}</p>;
}
