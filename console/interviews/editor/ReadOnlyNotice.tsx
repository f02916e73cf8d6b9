import { useState } from "react";
import type { ListedInterview } from "#contract/manage/interviews.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { type InterviewAct, InterviewActDialog } from "../InterviewActDialog.tsx";
import styles from "./Editor.module.css";

type ReadOnlyNoticeProps = { interview: ListedInterview };

/** Says why an interview cannot be edited here, and offers alternatives. */
export function ReadOnlyNotice({ interview }: ReadOnlyNoticeProps) {
  const [act, setAct] = useState<InterviewAct>();
  const { source } = interview;
  return (
    <>
      <p className={styles.notice}>
        {t(source === "file" ? "editor.readOnly.file" : "editor.readOnly.release")}
        <Button size="small" onClick={() => setAct("takeOver")}>
          {t("interviews.act.takeOver")}
        </Button>
        <Button size="small" onClick={() => setAct("duplicate")}>
          {t("interviews.act.duplicate")}
        </Button>
      </p>
      {act && <InterviewActDialog interview={interview} act={act} onClose={() => setAct(undefined)} />}
    </>
  );
}
