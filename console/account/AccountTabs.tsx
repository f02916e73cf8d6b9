import { Link } from "wouter";
import { t } from "../translate.ts";
import styles from "./AccountTabs.module.css";
import { type AccountTab, accountTabs, addressOfTab } from "./account-tabs.ts";

/** Links, since each tab has its address. */
export function AccountTabs({ chosen }: { chosen: AccountTab }) {
  return (
    <nav className={styles.tabs} aria-label={t("account.tabs")}>
      {accountTabs.map((tab) => (
        <Link
          key={tab}
          to={addressOfTab(tab)}
          className={styles.tab}
          aria-current={tab === chosen ? "page" : undefined}
        >
          {t(`account.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
