import type { Me } from "#contract/manage/accounts.ts";
import { AwayPart } from "../away/AwayPart.tsx";
import { LanguageChoice } from "../language/LanguageChoice.tsx";
import { t } from "../translate.ts";
import { Facts } from "../ui/Facts.tsx";
import { Part } from "../ui/Part.tsx";
import styles from "./AccountPage.module.css";
import { MailToOneself } from "./MailToOneself.tsx";

/** The signed-in manager's profile, email choices, and stand-in during absences. */
export function ProfileTab({ me }: { me: Me }) {
  const facts = [
    [t("managers.name"), me.name],
    [t("managers.email"), me.email],
    [t("managers.role"), t(`managers.role.${me.role}`)],
  ] as const;
  return (
    <>
      <Part title={t("account.tab.profile")}>
        <Facts facts={facts} />
        <div className={styles.language}>
          {t("account.language")}
          <LanguageChoice />
        </div>
      </Part>
      <Part title={t("account.mail")}>
        <MailToOneself me={me} />
      </Part>
      <Part title={t("away.title")}>
        <AwayPart managerId={me.managerId} />
      </Part>
    </>
  );
}
