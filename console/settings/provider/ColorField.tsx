import { useState } from "react";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./ColorField.module.css";

type ColorFieldProps = {
  label: string;
  hint: string;
  name: string;
  /** Empty for none. */
  color: string;
  /** What stands there for none. */
  usual: string;
  error: string | undefined;
};

const COLOR = /^#[\da-f]{6}$/i;

/** A color by its digits, or by the browser's own picker. */
export function ColorField({ label, hint, name, color, usual, error }: ColorFieldProps) {
  const [typed, setTyped] = useState(color);
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      autoComplete="off"
      spellCheck={false}
      placeholder={usual}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      error={error}
      trailing={
        <input
          type="color"
          className={styles.picker}
          aria-label={t("settings.provider.pick", { label })}
          value={COLOR.test(typed) ? typed : usual}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      }
    />
  );
}
