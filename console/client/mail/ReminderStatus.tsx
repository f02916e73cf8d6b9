import { useState } from "react";
import type { ClientMail, MailSetUp } from "#contract/manage/mail/mail.ts";
import { type MessageId, t } from "../../translate.ts";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { AutomaticReminders } from "./AutomaticReminders.tsx";
import styles from "./ReminderStatus.module.css";
import { UndoOptOutButton } from "./UndoOptOutButton.tsx";

/** Focuses the line, because the pressed button is gone. Stable, so that React calls it only when the line appears. */
const focusOnce = (line: HTMLElement | null) => line?.focus();

type ReminderStatusProps = {
  clientId: string;
  mail: ClientMail;
  setUp: MailSetUp;
};

/** When the client gets the next reminder, or why the client gets no email. */
export function ReminderStatus({ clientId, mail, setUp }: ReminderStatusProps) {
  const [isBack, setIsBack] = useState(false);
  if (!mail.hasAddress) return <p className={styles.standing}>{t("reminderRefusal.no-address")}</p>;
  if (mail.isOptedOut)
    return (
      <>
        <p className={styles.standing}>{t("reminderRefusal.opted-out")}</p>
        <UndoOptOutButton clientId={clientId} onDone={() => setIsBack(true)} />
      </>
    );
  return (
    <>
      {isBack && (
        <p role="status" className={styles.standing} tabIndex={-1} ref={focusOnce}>
          {t("clientMail.optedIn")}
        </p>
      )}
      <p className={styles.standing}>
        {mail.next ? (
          <>
            {t("clientMail.next")} <RelativeTime at={mail.next.at} never="" />
            <br />
            <small>{t(`mails.kind.${mail.next.kind}`)}</small>
          </>
        ) : (
          t(whyNone(mail, setUp))
        )}
      </p>
      {setUp.sendsReminders && <AutomaticReminders clientId={clientId} getsReminders={mail.getsReminders} />}
    </>
  );
}

function whyNone({ getsReminders }: ClientMail, { sendsReminders }: MailSetUp): MessageId {
  if (!sendsReminders) return "clientMail.notByItself";
  return getsReminders ? "clientMail.noNext" : "clientMail.remindersOff";
}
