import { Link } from "wouter";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import styles from "./ClientPage.module.css";

/** Shown for a client who does not exist or belongs to another manager. */
export function ClientNotFound() {
  return (
    <div className={styles.gone}>
      <PageTitle title={t("client.gone")} />
      <p role="alert">{t("client.goneWhy")}</p>
      <p>
        <Link to="/">{t("shell.noPageBack")}</Link>
      </p>
    </div>
  );
}
