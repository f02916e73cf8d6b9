import { useId } from "react";
import { Icon } from "../Icon.tsx";
import styles from "./SelectField.module.css";

type SelectFieldProps = {
  label: string;
  labelHidden?: boolean;
  name?: string;
  /** Leaves the choice open; without it, one of the options is chosen from the start. */
  placeholder?: string;
  options: readonly { value: string; label: string }[];
  /** "" while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
};

export function SelectField({
  label,
  labelHidden,
  name,
  placeholder,
  options,
  value,
  onChange,
}: SelectFieldProps) {
  const id = useId();
  // a stored value outside the list is shown, not silently replaced by the placeholder
  const isUnlisted = value !== "" && !options.some((option) => option.value === value);
  return (
    <div>
      <label className={labelHidden ? "visually-hidden" : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <select
          id={id}
          className={styles.select}
          name={name}
          value={value}
          data-empty={value === "" ? "" : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {isUnlisted && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </div>
  );
}
