import type { Me } from "#contract/manage/accounts.ts";
import { SecondFactorPart } from "../second-factor/SecondFactorPart.tsx";
import { t } from "../translate.ts";
import { Part } from "../ui/Part.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** The ways in which the manager signs in. */
export function SecurityTab({ me }: { me: Me }) {
  const { openId, hasPassword, secondFactor } = me;
  return (
    <>
      {hasPassword && (
        <Part title={t("account.password")}>
          <PasswordForm />
        </Part>
      )}
      {(hasPassword || secondFactor.onSince !== null) && (
        <Part title={t("secondFactor.title")}>
          <SecondFactorPart factor={secondFactor} />
        </Part>
      )}
      {openId && (
        <Part title={t("account.openId", { name: openId.name })}>
          <p>{t(openId.isLinked ? "account.linked" : "account.notLinked")}</p>
        </Part>
      )}
    </>
  );
}
