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
  const { closeDialog, submitAnyway, openQuestion, openFirstOpen } = useActions();
  const complete = useDraft((state) => state.completion.complete);
  const isSettled = useSettled();
  const count = questionsOf(interview).length - complete.length;
  return (
    <Dialog
      title={t("missing.title", { count })}
      closeLabel={t("missing.back")}
      onClose={closeDialog}
      confirms
      actions={
        <>
          <Button icon="send" disabled={!isSettled} onClick={() => void submitAnyway()}>
            {t("missing.submit")}
          </Button>
          <Button variant="primary" icon="arrow-right" onClick={openFirstOpen}>
            {t("missing.more", { count })}
          </Button>
        </>
      }
    >
      <p>{t("missing.later")}</p>
      {interview.sections.map(({ id, name, questions }) => {
        const open = questions.filter((question) => !complete.includes(question.id));
        if (open.length === 0) return null;
        return (
          <section key={id} className={styles.section}>
            <h3>{name}</h3>
            <ul className={styles.list}>
              {open.map((question) => (
                <li key={question.id}>
                  <button type="button" className={styles.go} onClick={() => openQuestion(question.id)}>
                    {question.title}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Dialog>
  );
}
