import { FOLLOW_UP_MAX_LENGTH, type ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";
import { DraftSaveStatus, TheirDraft } from "./DraftSaveStatus.tsx";
import styles from "./QuestionReview.module.css";
import { useFollowUpDraft } from "./use-follow-up-draft.ts";
import { useFollowUpMailing } from "./use-follow-up-mailing.ts";
import { type FollowUpName, useAskFollowUp } from "./use-follow-ups.ts";
import { useRefusal } from "./use-refusal.ts";
import { whenWords } from "./when-words.ts";

type FollowUpFormProps = {
  name: FollowUpName;
  followUp: ListedFollowUp | undefined;
  /** Whether a press opened the form, which then takes the focus. */
  isPressed: boolean;
  onClose: () => void;
};

/** Writes a follow-up, which reopens the question for the client. */
export function FollowUpForm({ name, followUp, isPressed, onClose }: FollowUpFormProps) {
  const { type, takeTheirs, discard, ...draft } = useFollowUpDraft(name);
  const { text } = draft;
  // text typed after sending stays visible
  const asking = useAskFollowUp(name, (left) => left === "" && onClose());
  const refusal = useRefusal(asking.error, followUp);
  const { hint, opensAt } = useFollowUpMailing(name.clientId);
  const submit = () => asking.mutate({ text });
  return (
    <div className={styles.form}>
      <Form onSubmit={submit}>
        <TextAreaField
          label={t("followUp.askBack.text")}
          hint={`${t("followUp.askBack.hint")} ${hint}`}
          name="text"
          rows={2}
          maxHeightPx={320}
          maxLength={FOLLOW_UP_MAX_LENGTH}
          required
          autoFocus={isPressed}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <TheirDraft theirs={draft.theirs} onTake={takeTheirs} />
        <ErrorMessage error={refusal} />
        <div className={styles.actions}>
          <Button variant="primary" size="small" type="submit" icon="send" busy={asking.isPending}>
            {opensAt
              ? t("followUp.askBack.submitAt", { when: whenWords(opensAt) })
              : t("followUp.askBack.submit")}
          </Button>
          {opensAt && (
            <Button
              size="small"
              busy={asking.isPending}
              // validates like the submit button, so that an empty box shows the browser's message
              onClick={({ currentTarget: { form } }) =>
                form?.reportValidity() && asking.mutate({ text, sendNow: true })
              }
            >
              {t("followUp.sendNow")}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onClose}>
            {t("followUp.askBack.cancel")}
          </Button>
          {text !== "" && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                discard();
                onClose();
              }}
            >
              {t("followUp.draft.delete")}
            </Button>
          )}
          <DraftSaveStatus draft={draft} />
        </div>
      </Form>
    </div>
  );
}
