import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "#contract/manage/limits.ts";
import { t } from "../translate.ts";
import { PasswordField } from "../ui/fields/PasswordField.tsx";

type NewPasswordFieldProps = { label: string; hasFocus?: boolean };

/** A field for a new password, named `password` in its form. Password managers may fill it. */
export function NewPasswordField({ label, hasFocus = false }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label={label}
      hint={t("setPassword.hint", { min: PASSWORD_MIN_LENGTH })}
      name="password"
      autoComplete="new-password"
      minLength={PASSWORD_MIN_LENGTH}
      maxLength={PASSWORD_MAX_LENGTH}
      autoFocus={hasFocus}
      required
    />
  );
}
