import { type ComponentProps, useState } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { TextField } from "./TextField.tsx";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "trailing">;

/** A password field with a button that shows the typed password. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon={isShown ? "eye-off" : "eye"}
          label={t("password.show")}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
