import { useId } from "react";
import styles from "./DateField.module.css";

type DateFieldProps = {
  label: string;
  hint?: string;
  name?: string;
  error?: string | undefined;
  /** YYYY-MM-DD, or empty. */
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/** A day, by the browser's own calendar. */
export function DateField({ label, hint, name, error, value, defaultValue, onChange }: DateFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        type="date"
        name={name}
        value={value}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
