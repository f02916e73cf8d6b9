import { useId } from "react";
import styles from "./DayField.module.css";

type DayFieldProps = {
  label: string;
  name: string;
  required?: boolean;
  /** The dialog opens with the focus here. */
  isFirst?: boolean;
};

/** A day of the calendar, YYYY-MM-DD in its form. */
export function DayField({ label, name, required = false, isFirst = false }: DayFieldProps) {
  const id = useId();
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
        required={required}
        data-autofocus={isFirst ? "" : undefined}
      />
    </div>
  );
}
