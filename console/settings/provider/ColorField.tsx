import { useState } from "react";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./ColorField.module.css";

type ColorFieldProps = {
  label: string;
  hint: string;
  name: string;
  /** The chosen color; empty if unset. */
  color: string;
  /** The placeholder if no color is set. */
  usual: string;
  error: string | undefined;
};

const COLOR = /^#[\da-f]{6}$/i;

/** A color as a hex code, or from the browser's color picker. */
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
