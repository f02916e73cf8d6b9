import type { Me } from "#contract/manage/accounts.ts";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { CodeField } from "./CodeField.tsx";

type OwnerProofFieldsProps = {
  me: Me;
  error: Error | null;
  /** Where they appear at the press of a button. */
  hasFocus?: boolean;
};

/** One's own password, and a code where a second factor is on. Nothing where one signs in by OpenID Connect. */
export function OwnerProofFields({ me, error, hasFocus = false }: OwnerProofFieldsProps) {
  if (!me.hasPassword) return null;
  return (
    <>
      <PasswordField
        label={t("secondFactor.password")}
        hint={t("secondFactor.passwordHint")}
        name="password"
        autoComplete="current-password"
        error={faultOf(error, "password")}
        autoFocus={hasFocus}
        required
      />
      {me.secondFactor.onSince !== null && <CodeField kind="app" error={error} />}
    </>
  );
}
