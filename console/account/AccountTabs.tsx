import { Link } from "wouter";
import { t } from "../translate.ts";
import styles from "./AccountTabs.module.css";
import { type AccountTab, accountTabs, addressOfTab } from "./account-tabs.ts";

/** The tabs of the account page. They are links, because each tab has a URL. */
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
