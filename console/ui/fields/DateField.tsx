import type { ComponentProps } from "react";
import styles from "./DateField.module.css";
import { FieldFrame } from "./FieldFrame.tsx";

type DateFieldProps = Pick<ComponentProps<"input">, "name" | "required" | "min"> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** YYYY-MM-DD, or empty. */
  value?: string;
  defaultValue?: string;
  /** Whether the dialog opens with the focus here. */
  isFirst?: boolean;
  onChange?: (value: string) => void;
};

/** A date field with the browser's date picker. */
export function DateField({ label, hint, error, isFirst = false, onChange, ...rest }: DateFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...rest}
          {...attributes}
          className={styles.input}
          type="date"
          data-autofocus={isFirst ? "" : undefined}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
