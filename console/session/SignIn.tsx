import { useState } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type OpenIdRefusal, personRefusals } from "#contract/manage/openid.ts";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { ButtonLink } from "../ui/links/ButtonLink.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { ForgotPassword } from "./ForgotPassword.tsx";
import { PasswordSignIn } from "./PasswordSignIn.tsx";
import styles from "./SignIn.module.css";
import type { SignInWays } from "./sign-in-ways.ts";

type SignInProps = {
  providerName: string;
  ways: SignInWays;
  /** Why an OpenID Connect sign-in has just failed; undefined otherwise. */
  refusal: OpenIdRefusal | undefined;
  onSecondStep: (stepToken: string) => void;
};

export function SignIn({ providerName, ways, refusal, onSecondStep }: SignInProps) {
  const { openIdName: name, takesPasswords } = ways;
  const [isForgotten, setIsForgotten] = useState(false);
  if (isForgotten) return <ForgotPassword providerName={providerName} onBack={() => setIsForgotten(false)} />;
  return (
    <EntryPage providerName={providerName} title={t("signIn.title")}>
      {refusal && <ErrorMessage error={{ message: t(`openid.refused.${refusal}`) }} />}
      {name !== "" && <ButtonLink href={beginAddress(refusal)}>{t("signIn.openId", { name })}</ButtonLink>}
      {name !== "" && takesPasswords && <p className={styles.or}>{t("signIn.or")}</p>}
      {takesPasswords && (
        <PasswordSignIn
          isOnlyWay={name === ""}
          onSecondStep={onSecondStep}
          onForgotten={() => setIsForgotten(true)}
        />
      )}
    </EntryPage>
  );
}

function beginAddress(refusal: OpenIdRefusal | undefined): string {
  const isAnew = refusal !== undefined && personRefusals.includes(refusal);
  return addressOf(manageEndpoints.beginOpenId, isAnew ? { query: { anew: "1" } } : {});
}
