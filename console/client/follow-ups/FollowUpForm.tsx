import { FOLLOW_UP_MAX_LENGTH } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useMailSetUp } from "../../mail/use-mails.ts";
import { useFollowUpDraft } from "../../notes/use-note-draft.ts";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";
import { useClientMail } from "../mail/use-client-mail.ts";
import styles from "./QuestionFollowUp.module.css";
import { type FollowUpName, useAskFollowUp } from "./use-follow-ups.ts";

type FollowUpFormProps = { name: FollowUpName; onClose: () => void };

/** A comment that opens the question again for the client. */
export function FollowUpForm({ name, onClose }: FollowUpFormProps) {
  const [text, setText, dropSent] = useFollowUpDraft(name);
  // what was typed since stays in sight
  const asking = useAskFollowUp(name, (sent) => dropSent(sent) === "" && onClose());
  const hint = useMailHint(name.clientId);
  const submit = () => asking.mutate({ text });
  return (
    <Form onSubmit={submit}>
      <TextAreaField
        label={t("followUp.askBack.text")}
        hint={`${t("followUp.askBack.hint")} ${hint}`}
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
          {t("followUp.askBack.submit")}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {t("followUp.askBack.cancel")}
        </Button>
      </div>
    </Form>
  );
}

/** Whether it is mailed too, or why not; empty until that is known. */
function useMailHint(clientId: string): string {
  const { data: setUp } = useMailSetUp();
  const { data: mail } = useClientMail(clientId);
  if (!setUp || !mail) return "";
  if (!setUp.sendsMail) return t("reminderRefusal.no-smtp");
  if (!mail.hasAddress) return t("reminderRefusal.no-address");
  return mail.isOptedOut ? t("reminderRefusal.opted-out") : t("followUp.askBack.mailed");
}
