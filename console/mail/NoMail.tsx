import { reminderRefusals } from "#contract/manage/mail.ts";
import styles from "./NoMail.module.css";

/** Stands, once a screen, where this installation has no mail server. */
export function NoMail() {
  return <p className={styles.quiet}>{reminderRefusals["no-smtp"]}</p>;
}
