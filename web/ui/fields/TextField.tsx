import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./TextField.module.css";

type InputProps = Omit<ComponentProps<"input">, "type" | "className" | "style" | "children">;

type TextFieldProps = InputProps & {
  label: string;
  labelHidden?: boolean;
  type?: "text" | "url" | "email" | "search" | "password" | "date";
  hint?: ReactNode;
  error?: ReactNode;
  /** Shown inside the box at its end, such as a button that shows a password. */
  trailing?: ReactNode;
};

export function TextField(props: TextFieldProps) {
  const { label, labelHidden = false, type = "text", hint, error, trailing, id, ...rest } = props;
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = hint ? `${inputId}-hint` : undefined;
  const errorId = error ? `${inputId}-error` : undefined;
  const describedBy = [rest["aria-describedby"], hintId, errorId].filter(Boolean).join(" ");

  return (
    <div>
      <label className={labelHidden ? "visually-hidden" : styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles.frame} data-invalid={error ? "" : undefined}>
        <input
          {...rest}
          id={inputId}
          className={styles.input}
          type={type}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
