import styles from "../../web/ui/fields/SelectField.module.css";
import { Icon } from "../../web/ui/Icon.tsx";
import { FieldFrame } from "../ui/FieldFrame.tsx";

type OptionFieldProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  hint?: string | undefined;
  error?: string | undefined;
};

/** One of several values; what else the form shows depends on it. */
export function OptionField<Value extends string>(props: OptionFieldProps<Value>) {
  const { label, options, value, onChange, hint, error } = props;
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className={styles.frame}>
          <select
            {...attributes}
            className={styles.select}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value as Value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </FieldFrame>
  );
}
