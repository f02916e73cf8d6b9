import { type ComponentProps, useId } from "react";
import { GrowingTextarea } from "../../web/ui/fields/GrowingTextarea.tsx";
import styles from "./TextAreaField.module.css";

type TextAreaFieldProps = Omit<ComponentProps<typeof GrowingTextarea>, "id"> & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** A box for more than a line, with what it is for and what is wrong with it. */
export function TextAreaField({ label, hint, error, ...rest }: TextAreaFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <GrowingTextarea
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
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
