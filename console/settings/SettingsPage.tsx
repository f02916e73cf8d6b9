import type { Me } from "#contract/manage/accounts.ts";
import { FieldsPart } from "../fields/FieldsPart.tsx";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { Part } from "../ui/Part.tsx";
import { LinkDaysForm } from "./LinkDaysForm.tsx";
import { MailServerPart } from "./MailServerPart.tsx";
import { ProviderPart } from "./provider/ProviderPart.tsx";
import { RemindersForm } from "./RemindersForm.tsx";
import { RetentionForm } from "./retention/RetentionForm.tsx";
import styles from "./SettingsPage.module.css";
import { StalledDaysForm } from "./StalledDaysForm.tsx";
import { useSettings } from "./use-settings.ts";

type SettingsPageProps = { me: Me };

/** The settings for administrators, including those that the environment sets. */
export function SettingsPage({ me }: SettingsPageProps) {
  const query = useSettings();
  return (
    <>
      <PageTitle title={t("settings.title")} />
      <p className={styles.what}>{t("settings.what")}</p>
      <Loaded query={query}>
        {(shown) => (
          <div className={styles.parts}>
            <ProviderPart shown={shown} />
            <Part title={t("settings.mail.title")}>
              <MailServerPart me={me} shown={shown} />
            </Part>
            <Part title={t("settings.reminders.title")}>
              <RemindersForm shown={shown} />
            </Part>
            <Part title={t("settings.links.title")}>
              <p>{t("settings.links.what")}</p>
              <LinkDaysForm shown={shown} />
            </Part>
            <Part title={t("settings.stalled.title")}>
              <StalledDaysForm shown={shown} />
            </Part>
            <Part title={t("settings.retention.title")}>
              <p>{t("settings.retention.what")}</p>
              <RetentionForm shown={shown} />
            </Part>
            <FieldsPart />
          </div>
        )}
      </Loaded>
    </>
  );
}
