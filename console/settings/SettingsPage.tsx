import type { CurrentManager } from "#contract/manage/accounts.ts";
import { FieldsPanel } from "../fields/FieldsPanel.tsx";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import { Panel } from "../ui/Panel.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { LinkDaysForm } from "./LinkDaysForm.tsx";
import { MailServerPanel } from "./mail-server/MailServerPanel.tsx";
import { ProviderPanel } from "./provider/ProviderPanel.tsx";
import { RemindersForm } from "./reminders/RemindersForm.tsx";
import { RetentionForm } from "./retention/RetentionForm.tsx";
import styles from "./SettingsPage.module.css";
import { StalledDaysForm } from "./StalledDaysForm.tsx";
import { useSettings } from "./use-settings.ts";

type SettingsPageProps = { me: CurrentManager };

/** The settings for administrators, including those that the environment sets. */
export function SettingsPage({ me }: SettingsPageProps) {
  const query = useSettings();
  return (
    <>
      <PageTitle title={t("settings.title")} />
      <p className={styles.what}>{t("settings.what")}</p>
      <QueryView query={query}>
        {(shown) => (
          <div className={styles.parts}>
            <ProviderPanel shown={shown} />
            <Panel title={t("settings.mail.title")}>
              <MailServerPanel me={me} shown={shown} />
            </Panel>
            <Panel title={t("settings.reminders.title")}>
              <RemindersForm shown={shown} />
            </Panel>
            <Panel title={t("settings.links.title")}>
              <p>{t("settings.links.what")}</p>
              <LinkDaysForm shown={shown} />
            </Panel>
            <Panel title={t("settings.stalled.title")}>
              <StalledDaysForm shown={shown} />
            </Panel>
            <Panel title={t("settings.retention.title")}>
              <p>{t("settings.retention.what")}</p>
              <RetentionForm shown={shown} />
            </Panel>
            <FieldsPanel />
          </div>
        )}
      </QueryView>
    </>
  );
}
