import { Redirect, Route, Switch } from "wouter";
import type { Me } from "#contract/manage/accounts.ts";
import { AccountPage } from "../account/AccountPage.tsx";
import { AuditPage } from "../audit/AuditPage.tsx";
import { ClientPage } from "../client/ClientPage.tsx";
import { ClientsPage } from "../clients/ClientsPage.tsx";
import { MailPage } from "../mail/MailPage.tsx";
import { WordsPage } from "../mail/WordsPage.tsx";
import { ManagersPage } from "../managers/ManagersPage.tsx";
import { OverviewPage } from "../overview/OverviewPage.tsx";
import { SettingsPage } from "../settings/SettingsPage.tsx";
import { WebhooksPage } from "../webhooks/WebhooksPage.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import styles from "./Shell.module.css";
import { ShellHeader } from "./ShellHeader.tsx";

type ShellProps = { me: Me; providerName: string };

/** The console of somebody who is signed in: header, and the page of the address. */
export function Shell({ me, providerName }: ShellProps) {
  return (
    <>
      <ShellHeader me={me} providerName={providerName} />
      <OfflineNotice />
      <main className={styles.main}>
        <Switch>
          <Route path="/">
            <ClientsPage me={me} />
          </Route>
          <Route path="/overview">
            <OverviewPage />
          </Route>
          <Route path="/clients/:clientId">
            {({ clientId }) => <ClientPage key={clientId} clientId={clientId} me={me} />}
          </Route>
          <Route path="/mail">
            <MailPage me={me} />
          </Route>
          {me.role === "administrator" && (
            <Route path="/mail/words">
              <WordsPage />
            </Route>
          )}
          {me.role === "administrator" && (
            <Route path="/managers">
              <ManagersPage me={me} />
            </Route>
          )}
          {me.role === "administrator" && (
            <Route path="/webhooks">
              <WebhooksPage />
            </Route>
          )}
          {me.role === "administrator" && (
            <Route path="/audit">
              <AuditPage me={me} />
            </Route>
          )}
          {me.role === "administrator" && (
            <Route path="/settings">
              <SettingsPage me={me} />
            </Route>
          )}
          <Route path="/account">
            <AccountPage me={me} />
          </Route>
          <Redirect to="/" replace />
        </Switch>
      </main>
    </>
  );
}
