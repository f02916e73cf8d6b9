import { type ComponentProps, useId } from "react";
import styles from "../../web/ui/fields/SelectField.module.css";
import textStyles from "../../web/ui/fields/TextField.module.css";
import { Icon } from "../../web/ui/Icon.tsx";

type PickFieldProps = Pick<ComponentProps<"select">, "name" | "defaultValue" | "disabled"> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
};

/** One of several values, of which one is always chosen; the form reads it. */
export function PickField({ label, hint, error, options, ...rest }: PickFieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <select
          {...rest}
          id={id}
          className={styles.select}
          aria-invalid={error ? true : undefined}
          aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
      {hint && (
        <p id={hintId} className={textStyles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={textStyles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
