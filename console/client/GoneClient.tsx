import { Link } from "wouter";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import styles from "./ClientPage.module.css";

/** For a client who is not there, or another manager's. */
export function GoneClient() {
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
