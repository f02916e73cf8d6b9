import type { CurrentManager } from "#contract/manage/accounts.ts";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { CodeField } from "./CodeField.tsx";

type OwnerProofFieldsProps = {
  me: CurrentManager;
  error: Error | null;
  /** Whether the fields take the focus, as when a button has just revealed them. */
  hasFocus?: boolean;
};

/**
 * Asks for the signed-in manager's password, and for a code if a second factor is on. Empty for managers who sign in
 * only by OpenID Connect.
 */
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
