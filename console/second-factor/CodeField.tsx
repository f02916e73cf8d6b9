import { CODE_MAX_LENGTH } from "#contract/manage/limits.ts";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { TextField } from "../ui/fields/TextField.tsx";

type CodeFieldProps = {
  /** Of the authenticator app, or a recovery code for the day without it. */
  kind: "app" | "recovery";
  error: Error | null;
  hasFocus?: boolean;
};

/** Named `code` in its form; a phone may fill it and offers digits where it is digits. */
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
