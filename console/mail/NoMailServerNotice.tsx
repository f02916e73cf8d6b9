import { Link } from "wouter";
import { useMe } from "../session/use-me.ts";
import { t } from "../translate.ts";
import styles from "./NoMailServerNotice.module.css";

/** Shown, once per page, if this installation has no mail server. */
export function NoMailServerNotice() {
  const { data: me } = useMe();
  if (me?.role !== "administrator") return <p className={styles.quiet}>{t("reminderRefusal.no-smtp")}</p>;
  return (
    <p className={styles.quiet}>
      {t("mails.notSetUp")} <Link to="/settings">{t("mails.setUp")}</Link>
    </p>
  );
}
