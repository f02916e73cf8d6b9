import { useId } from "react";
import styles from "./ChipField.module.css";

type ChipFieldProps = {
  legend: string;
  legendHidden?: boolean;
  /** Whether several options may be checked, or one. */
  type: "checkbox" | "radio";
  options: readonly { value: string; label: string }[];
  checked: readonly string[];
  onPick: (value: string) => void;
};

/** Check boxes or radio buttons with short labels, beside each other as long as there is room. */
export function ChipField({ legend, legendHidden, type, options, checked, onPick }: ChipFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className={legendHidden ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={styles.chips}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.chip}>
            <input type={type} name={name} checked={checked.includes(value)} onChange={() => onPick(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
