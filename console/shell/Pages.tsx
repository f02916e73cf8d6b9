import type { ReactNode } from "react";
import { Route, Switch } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { AccountPage } from "../account/AccountPage.tsx";
import { accountTabIn } from "../account/account-tabs.ts";
import { AuditPage } from "../audit/AuditPage.tsx";
import { ServerPage } from "../checks/ServerPage.tsx";
import { ClientPage } from "../client/ClientPage.tsx";
import { ClientsPage } from "../clients/ClientsPage.tsx";
import { HistoryPage } from "../history/HistoryPage.tsx";
import { InterviewsPage } from "../interviews/InterviewsPage.tsx";
import { LazyEditorPage } from "../interviews/LazyEditorPage.tsx";
import { VersionsPage } from "../interviews/versions/VersionsPage.tsx";
import { MailPage } from "../mail/MailPage.tsx";
import { TemplatesPage } from "../mail/TemplatesPage.tsx";
import { ManagersPage } from "../managers/ManagersPage.tsx";
import { OverviewPage } from "../overview/OverviewPage.tsx";
import { SearchPage } from "../search/SearchPage.tsx";
import { SettingsPage } from "../settings/SettingsPage.tsx";
import { WebhooksPage } from "../webhooks/WebhooksPage.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import styles from "./Pages.module.css";

type PagesProps = {
  me: CurrentManager;
  /** Opens the list of shortcuts, from the foot of the client list. */
  onHelp: () => void;
};

/** The page for the current URL. */
export function Pages({ me, onHelp }: PagesProps) {
  const isAdministrator = me.role === "administrator";
  return (
    <Switch>
      <Route path="/">
        <ClientsPage me={me} onHelp={onHelp} />
      </Route>
      <Route path="/overview">
        <Page>
          <OverviewPage me={me} />
        </Page>
      </Route>
      <Route path="/clients/:clientId">
        {({ clientId }) => <ClientPage key={clientId} clientId={clientId} me={me} />}
      </Route>
      <Route path="/clients/:clientId/history">
        {({ clientId }) => <HistoryPage key={clientId} clientId={clientId} />}
      </Route>
      <Route path="/search">
        <Page>
          <SearchPage />
        </Page>
      </Route>
      <Route path="/mail">
        <Page>
          <MailPage me={me} />
        </Page>
      </Route>
      {isAdministrator && (
        <Route path="/mail/words">
          <Page>
            <TemplatesPage />
          </Page>
        </Route>
      )}
      {isAdministrator && (
        <Route path="/managers">
          <Page>
            <ManagersPage me={me} />
          </Page>
        </Route>
      )}
      {isAdministrator && (
        <Route path="/interviews">
          <Page>
            <InterviewsPage />
          </Page>
        </Route>
      )}
      {isAdministrator && (
        <Route path="/interviews/:interviewId">
          {({ interviewId }) => (
            <Page isWide>
              <LazyEditorPage key={interviewId} interviewId={interviewId} />
            </Page>
          )}
        </Route>
      )}
      {isAdministrator && (
        <Route path="/interviews/:interviewId/versions">
          {({ interviewId }) => (
            <Page>
              <VersionsPage interviewId={interviewId} />
            </Page>
          )}
        </Route>
      )}
      {isAdministrator && (
        <Route path="/webhooks/:webhookId?">
          {({ webhookId }) => (
            <Page>
              <WebhooksPage me={me} openId={webhookId} />
            </Page>
          )}
        </Route>
      )}
      {isAdministrator && (
        <Route path="/settings">
          <Page>
            <SettingsPage me={me} />
          </Page>
        </Route>
      )}
      {isAdministrator && (
        <Route path="/audit">
          <Page>
            <AuditPage me={me} />
          </Page>
        </Route>
      )}
      {isAdministrator && (
        <Route path="/server">
          <Page>
            <ServerPage me={me} />
          </Page>
        </Route>
      )}
      <Route path="/account/:tab?">
        {({ tab: name }) => {
          const tab = accountTabIn(name);
          return <Page>{tab ? <AccountPage me={me} tab={tab} /> : <NotFoundPage />}</Page>;
        }}
      </Route>
      <Route>
        <Page>
          <NotFoundPage />
        </Page>
      </Route>
    </Switch>
  );
}

/** Adds padding. The list of clients and a client's page have their own. */
function Page({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.page} data-wide={isWide ? "" : undefined}>
      {children}
    </div>
  );
}
