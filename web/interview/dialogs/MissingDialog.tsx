import { requiredOpen } from "#contract/record/completion.ts";
import { useDraft, useInterview } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useReadyForPress } from "../../ui/use-ready-for-press.ts";
import { useActions } from "../workspace/use-actions.ts";
import styles from "./MissingDialog.module.css";

/** Shown before a submission that leaves questions open. Lists the required ones, or all if no required one is open. */
export function MissingDialog() {
  const interview = useInterview();
  const { closeDialog, submitAnyway, openQuestion } = useActions();
  const completion = useDraft((state) => state.completion);
  const isSettled = useReadyForPress();
  const required = requiredOpen(interview, completion).map(({ id }) => id);
  const canSubmit = required.length === 0;
  const listed = canSubmit ? completion.open : required;
  const count = listed.length;
  const goOn = () => openQuestion(listed[0] ?? "");
  return (
    <Dialog
      title={t(canSubmit ? "missing.title" : "missing.required.title", { count })}
      closeLabel={t("missing.back")}
      onClose={closeDialog}
      confirms
      actions={
        <>
          {canSubmit && (
            <Button icon="send" disabled={!isSettled} onClick={() => void submitAnyway()}>
              {t("missing.submit")}
            </Button>
          )}
          <Button variant="primary" icon="arrow-right" onClick={goOn}>
            {t("missing.more", { count })}
          </Button>
        </>
      }
    >
      <p>{t(canSubmit ? "missing.later" : "missing.required.text", { count })}</p>
      {interview.sections.map(({ id, name, questions }) => {
        const open = questions.filter(({ id }) => listed.includes(id));
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
