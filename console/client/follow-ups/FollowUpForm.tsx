import { DAY_MS } from "#contract/instants.ts";
import { FOLLOW_UP_MAX_LENGTH } from "#contract/manage/follow-ups.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";
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
  const { hint, opensAt } = useMailing(name.clientId);
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
  );
}

type Mailing = {
  /** Whether it is mailed too, or why not; empty until that is known. */
  hint: string;
  /** When the client's quiet hours end; undefined outside them, and where no mail goes. */
  opensAt?: Date;
};

function useMailing(clientId: string): Mailing {
  const { data: setUp } = useMailSetUp();
  const { data: mail } = useClientMail(clientId);
  if (!setUp || !mail) return { hint: "" };
  if (!setUp.sendsMail) return { hint: t("reminderRefusal.no-smtp") };
  if (!mail.hasAddress) return { hint: t("reminderRefusal.no-address") };
  if (mail.isOptedOut) return { hint: t("reminderRefusal.opted-out") };
  if (mail.opensAt === null) return { hint: t("followUp.askBack.mailed") };
  return { hint: t("followUp.askBack.quiet"), opensAt: new Date(mail.opensAt) };
}

/** "8:00 AM", "tomorrow, 8:00 AM", or "Monday, 8:00 AM". */
function whenWords(at: Date): string {
  const time = dateWords(at, { timeStyle: "short" });
  const days = daysFrom(new Date(), at);
  if (days === 0) return time;
  const day = days === 1 ? t("followUp.askBack.tomorrow") : dateWords(at, { weekday: "long" });
  return t("followUp.askBack.dayAndTime", { day, time });
}

function daysFrom(one: Date, other: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (midnight(other) - midnight(one)) / DAY_MS;
}
