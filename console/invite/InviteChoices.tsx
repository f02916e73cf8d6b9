import { listWords, numberWords } from "../../web/ui/language/spoken-language.ts";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { CheckField } from "../ui/fields/CheckField.tsx";
import styles from "./InviteChoices.module.css";
import type { InviteDraft } from "./invite-draft.ts";
import { isDone, type Recipient } from "./recipient.ts";

type InviteChoicesProps = {
  /** The client, if only one is invited. */
  only: Recipient | undefined;
  isForMany: boolean;
  draft: InviteDraft;
  onDraft: (draft: InviteDraft) => void;
};

/** What the link in the invitation does, whether it asks for a PIN, and whether reminders follow. */
export function InviteChoices({ only, isForMany, draft, onDraft }: InviteChoicesProps) {
  const { data: setUp } = useMailSetUp();
  if (!setUp) return null;
  const { invitationDays, sendsReminders, reminderDays } = setUp;
  return (
    <div className={styles.choices}>
      <p className={styles.link}>
        <strong>{t("invite.link")}</strong>
        {t("invite.link.what", { days: invitationDays })}
      </p>
      {only && (
        <PinChoice
          client={only}
          asksPin={draft.asksPin}
          onChange={(asksPin) => onDraft({ ...draft, asksPin })}
        />
      )}
      {sendsReminders ? (
        <CheckField
          label={reminderWords(reminderDays)}
          hint={isForMany && draft.getsReminders === undefined ? t("invite.reminders.hint") : undefined}
          checked={draft.getsReminders ?? only?.getsReminders ?? true}
          onChange={(getsReminders) => onDraft({ ...draft, getsReminders })}
        />
      ) : (
        <p className={styles.note}>{t("clientMail.notByItself")}</p>
      )}
    </div>
  );
}

type PinChoiceProps = { client: Recipient; asksPin: boolean; onChange: (asksPin: boolean) => void };

/** Offered for a single client only, because a PIN is passed on in person. */
function PinChoice({ client, asksPin, onChange }: PinChoiceProps) {
  const { pin, email } = client;
  if (!pin || email === null || isDone(client)) return null;
  if (pin.state !== "none")
    return <p className={styles.note}>{t(pin.state === "set" ? "invite.pin.has" : "invite.pin.locked")}</p>;
  return <CheckField label={t("invite.pin")} checked={asksPin} onChange={onChange} />;
}

/** `gaps`: the days until the first reminder, and then between reminders. */
function reminderWords(gaps: number[]): string {
  const days = gaps.map((_, place) => gaps.slice(0, place + 1).reduce((sum, gap) => sum + gap));
  const last = days.at(-1);
  // reminders about due dates and follow-ups can still be on
  if (last === undefined) return t("clientMail.automatic");
  const listed = listWords(
    days.map((each) => numberWords(each)),
    "conjunction",
  );
  return t("invite.reminders", { days: listed, last });
}
