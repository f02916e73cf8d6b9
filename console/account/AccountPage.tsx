import type { CurrentManager } from "#contract/manage/accounts.ts";
import { OwnSessions } from "../sessions/OwnSessions.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import styles from "./AccountPage.module.css";
import { AccountTabs } from "./AccountTabs.tsx";
import { ApiTokens } from "./ApiTokens.tsx";
import type { AccountTab } from "./account-tabs.ts";
import { ProfileTab } from "./ProfileTab.tsx";
import { SecurityTab } from "./SecurityTab.tsx";

type AccountPageProps = { me: CurrentManager; tab: AccountTab };

/** The signed-in manager's account: profile and email choices, sign-in security, sessions, and API tokens. */
export function AccountPage({ me, tab }: AccountPageProps) {
  return (
    <>
      <PageTitle title={me.name} />
      <AccountTabs chosen={tab} />
      <div className={styles.parts} data-tab={tab}>
        {tab === "profile" && <ProfileTab me={me} />}
        {tab === "security" && <SecurityTab me={me} />}
        {tab === "sessions" && <OwnSessions />}
        {tab === "tokens" && <ApiTokens me={me} />}
      </div>
    </>
  );
}
