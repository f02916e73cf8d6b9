import { useId } from "react";
import styles from "./SegmentedControl.module.css";

type SegmentedControlProps<Value extends string> = {
  /** For screen readers only. */
  label: string;
  options: readonly { value: Value; words: string; lang?: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** A segmented control: one of a few visible options. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChoose,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} lang={option.lang}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.words}
        </label>
      ))}
    </fieldset>
  );
}
