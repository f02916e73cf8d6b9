import type { ComponentProps } from "react";
import styles from "./DateField.module.css";
import { FieldFrame } from "./FieldFrame.tsx";

type NumberFieldProps = Pick<ComponentProps<"input">, "name" | "defaultValue"> & {
  label: string;
  error?: string | undefined;
};

/** A field for any number, formatted in the browser's language. */
export function NumberField({ label, error, ...rest }: NumberFieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {(attributes) => <input {...rest} {...attributes} className={styles.input} type="number" step="any" />}
    </FieldFrame>
  );
}
