import { Link } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import { MailLog } from "./MailLog.tsx";
import styles from "./MailPage.module.css";
import { NoMailServerNotice } from "./NoMailServerNotice.tsx";
import { useMailSetUp } from "./use-mails.ts";

type MailPageProps = { me: CurrentManager };

/** The log of emails to clients and managers. Only administrators can edit the templates. */
export function MailPage({ me }: MailPageProps) {
  const { data: setUp } = useMailSetUp();
  const words = me.role === "administrator" && (
    <Link to="/mail/words" className={styles.words}>
      {t("templates.title")}
    </Link>
  );
  return (
    <>
      <PageTitle title={t("mails.title")} actions={words} />
      <p className={styles.what}>{t("mails.what")}</p>
      {setUp && !setUp.sendsMail && <NoMailServerNotice />}
      <MailLog />
    </>
  );
}
