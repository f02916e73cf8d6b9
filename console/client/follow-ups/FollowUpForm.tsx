import { FOLLOW_UP_MAX_LENGTH } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useFollowUpDraft } from "../../notes/use-note-draft.ts";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";
import styles from "./QuestionReview.module.css";
import { type FollowUpName, useAskFollowUp } from "./use-follow-ups.ts";
import { useMailing } from "./use-mailing.ts";
import { whenWords } from "./when-words.ts";

type FollowUpFormProps = { name: FollowUpName; onClose: () => void };

/** A comment that opens the question again for the client. */
export function FollowUpForm({ name, onClose }: FollowUpFormProps) {
  const [text, setText, dropSent] = useFollowUpDraft(name);
  // what was typed since stays in sight
  const asking = useAskFollowUp(name, (sent) => dropSent(sent) === "" && onClose());
  const { hint, opensAt } = useMailing(name.clientId);
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
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Failure error={asking.error} />
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
              // as the other button: an empty box says what is missing
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
        </div>
      </Form>
    </div>
  );
}
