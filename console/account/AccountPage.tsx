import type { Me } from "#contract/manage/accounts.ts";
import { LanguageChoice } from "../language/LanguageChoice.tsx";
import { SecondFactorPart } from "../second-factor/SecondFactorPart.tsx";
import { OwnSessions } from "../sessions/OwnSessions.tsx";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import styles from "./AccountPage.module.css";
import { ApiTokens } from "./ApiTokens.tsx";
import { MailToOneself } from "./MailToOneself.tsx";
import { OpenIdState } from "./OpenIdState.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

type AccountPageProps = { me: Me };

/** One's own account: who one is, which mails one wants, how one signs in, and what programs sign in by. */
export function AccountPage({ me }: AccountPageProps) {
  return (
    <>
      <PageTitle title={me.name} />
      <div className={styles.who}>
        <p>
          {me.email}, {t(`managers.role.${me.role}`)}
        </p>
        <LanguageChoice />
      </div>
      <section className={styles.part}>
        <h2>{t("account.mail")}</h2>
        <MailToOneself me={me} />
      </section>
      {me.openId && (
        <section className={styles.part}>
          <OpenIdState openId={me.openId} />
        </section>
      )}
      {me.hasPassword && (
        <section className={styles.part}>
          <h2>{t("account.password")}</h2>
          <PasswordForm />
        </section>
      )}
      {(me.hasPassword || me.secondFactor.onSince !== null) && (
        <section className={styles.part}>
          <h2>{t("secondFactor.title")}</h2>
          <SecondFactorPart factor={me.secondFactor} />
        </section>
      )}
      <section className={styles.part}>
        <h2>{t("sessions.title")}</h2>
        <OwnSessions />
      </section>
      <section className={styles.part}>
        <h2>{t("account.tokens")}</h2>
        <p>{t("account.tokensHint")}</p>
        <ApiTokens me={me} />
      </section>
    </>
  );
}
