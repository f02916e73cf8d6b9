import { useState } from "react";
import type { ClientMail, MailSetUp } from "#contract/manage/mail/mail.ts";
import { type MessageId, t } from "../../translate.ts";
import { Instant } from "../../ui/Instant.tsx";
import { AutomaticReminders } from "./AutomaticReminders.tsx";
import { MailAgain } from "./MailAgain.tsx";
import styles from "./MailStanding.module.css";

/** Focuses the line, because the pressed button is gone. Stable, so that React calls it only when the line appears. */
const focusOnce = (line: HTMLElement | null) => line?.focus();

type MailStandingProps = {
  clientId: string;
  mail: ClientMail;
  setUp: MailSetUp;
};

/** When the client gets the next reminder, or why the client gets no email. */
export function MailStanding({ clientId, mail, setUp }: MailStandingProps) {
  const [isBack, setIsBack] = useState(false);
  if (!mail.hasAddress) return <p className={styles.standing}>{t("reminderRefusal.no-address")}</p>;
  if (mail.isOptedOut)
    return (
      <>
        <p className={styles.standing}>{t("reminderRefusal.opted-out")}</p>
        <MailAgain clientId={clientId} onDone={() => setIsBack(true)} />
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
            {t("clientMail.next")} <Instant at={mail.next.at} never="" />
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
