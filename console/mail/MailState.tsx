import type { MailLine } from "#contract/manage/mail/mail.ts";
import { t } from "../translate.ts";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import styles from "./MailState.module.css";
import { causeOf } from "./mail-words.ts";

type MailStateProps = { mail: MailLine };

/** The state of an email, its cause, and when it is retried. */
export function MailState({ mail }: MailStateProps) {
  const { state, attempts, nextAt } = mail;
  const cause = causeOf(mail);
  return (
    <>
      <span className={styles.state} data-state={state}>
        {t(`mails.state.${state}`, { attempts })}
      </span>
      {state === "waiting" && attempts > 0 && (
        <span className={styles.more}>
          {t("mails.next")} <RelativeTime at={nextAt} never="" />
        </span>
      )}
      {cause && <span className={styles.more}>{cause}</span>}
    </>
  );
}
