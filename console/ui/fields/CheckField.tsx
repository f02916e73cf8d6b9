import { useId } from "react";
import styles from "./CheckField.module.css";

type CheckFieldProps = {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const hintId = useId();
  return (
    <div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint && hintId}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
