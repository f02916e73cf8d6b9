import { t } from "../translate.ts";
import styles from "./NoMail.module.css";

/** Stands, once a screen, where this installation has no mail server. */
export function NoMail() {
  return <p className={styles.quiet}>{t("reminderRefusal.no-smtp")}</p>;
}
