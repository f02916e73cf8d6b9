import { CODE_MAX_LENGTH } from "#contract/manage/limits.ts";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { TextField } from "../ui/fields/TextField.tsx";

type CodeFieldProps = {
  /** `app`: a code from the authenticator app. `recovery`: a recovery code. */
  kind: "app" | "recovery";
  error: Error | null;
  hasFocus?: boolean;
};

/** A field for a code, named `code` in its form. Phones may fill it, and show a numeric keyboard for app codes. */
export function CodeField({ kind, error, hasFocus = false }: CodeFieldProps) {
  return (
    <TextField
      key={kind}
      label={t(`secondFactor.code.${kind}`)}
      hint={t(`secondFactor.codeHint.${kind}`)}
      name="code"
      inputMode={kind === "app" ? "numeric" : "text"}
      autoComplete={kind === "app" ? "one-time-code" : "off"}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={CODE_MAX_LENGTH}
      error={faultOf(error, "code")}
      autoFocus={hasFocus}
      required
    />
  );
}
