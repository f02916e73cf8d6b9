import { FOLLOW_UP_MAX_LENGTH } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useFollowUpDraft } from "../../notes/use-note-draft.ts";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";
import styles from "./QuestionFollowUp.module.css";
import { type FollowUpName, useAskFollowUp } from "./use-follow-ups.ts";

type FollowUpFormProps = { name: FollowUpName; onClose: () => void };

/** A comment that opens the question again for the client. */
export function FollowUpForm({ name, onClose }: FollowUpFormProps) {
  const asking = useAskFollowUp(name);
  const [text, setText] = useFollowUpDraft(name);
  const done = () => {
    setText("");
    onClose();
  };
  const submit = () => asking.mutate({ text }, { onSuccess: done });
  return (
    <Form onSubmit={submit}>
      <TextAreaField
        label={t("thread.askBack.text")}
        hint={t("thread.askBack.hint")}
        name="text"
        rows={3}
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
          {t("thread.askBack.submit")}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {t("thread.askBack.cancel")}
        </Button>
      </div>
    </Form>
  );
}
