import type { CurrentManager } from "#contract/manage/accounts.ts";
import { AwayPanel } from "../away/AwayPanel.tsx";
import { LanguageChoice } from "../language/LanguageChoice.tsx";
import { t } from "../translate.ts";
import { DescriptionList } from "../ui/DescriptionList.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./AccountPage.module.css";
import { OwnMailSettings } from "./OwnMailSettings.tsx";

/** The signed-in manager's profile, email choices, and stand-in during absences. */
export function ProfileTab({ me }: { me: CurrentManager }) {
  const facts = [
    [t("managers.name"), me.name],
    [t("managers.email"), me.email],
    [t("managers.role"), t(`managers.role.${me.role}`)],
  ] as const;
  return (
    <>
      <Panel title={t("account.tab.profile")}>
        <DescriptionList facts={facts} />
        <div className={styles.language}>
          {t("account.language")}
          <LanguageChoice />
        </div>
      </Panel>
      <Panel title={t("account.mail")}>
        <OwnMailSettings me={me} />
      </Panel>
      <Panel title={t("away.title")}>
        <AwayPanel managerId={me.managerId} />
      </Panel>
    </>
  );
}
