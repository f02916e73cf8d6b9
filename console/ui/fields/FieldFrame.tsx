import { type ReactNode, useId } from "react";
import styles from "./FieldFrame.module.css";
import { useFieldError } from "./use-field-error.ts";

type FieldAttributes = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

type FieldFrameProps = {
  label: string;
  labelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** Renders the control with the attributes that connect it to its label, hint and error. */
  children: (attributes: FieldAttributes) => ReactNode;
};

/** The label, hint and error around a control. */
export function FieldFrame({ label, labelHidden = false, hint, error: given, children }: FieldFrameProps) {
  const id = useId();
  const error = useFieldError(id, given);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={labelHidden ? "visually-hidden" : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
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
