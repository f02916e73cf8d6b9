import { questionsOf } from "#contract/interview/interview.ts";
import { useDraft, useInterview } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { useActions } from "../use-actions.ts";
import styles from "./MissingDialog.module.css";

/** Before a submission that leaves questions open: what is missing, with the way there. */
export function MissingDialog() {
  const interview = useInterview();
  const { closeDialog, submitAnyway, openQuestion } = useActions();
  const complete = useDraft((state) => state.completion.complete);
  const isSettled = useSettled();
  const count = questionsOf(interview).length - complete.length;
  return (
    <Dialog
      title={t("missing.title")}
      closeLabel={t("missing.back")}
      onClose={closeDialog}
      confirms
      actions={
        <>
          <Button icon="send" disabled={!isSettled} onClick={() => void submitAnyway()}>
            {t("missing.submit")}
          </Button>
          <Button variant="primary" onClick={closeDialog}>
            {t("missing.back")}
          </Button>
        </>
      }
    >
      <p>{t("missing.text", { count })}</p>
      <ul className={styles.list}>
        {interview.sections.flatMap((section) =>
          section.questions
            .filter((question) => !complete.includes(question.id))
            .map((question) => (
              <li key={question.id}>
                <button type="button" className={styles.go} onClick={() => openQuestion(question.id)}>
                  <span>{question.title}</span>
                  <span className={styles.section}>{section.name}</span>
                </button>
              </li>
            )),
        )}
      </ul>
    </Dialog>
  );
}
