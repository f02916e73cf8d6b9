import styles from "./ChoiceField.module.css";

type ChoiceFieldProps = {
  legend: string;
  legendHidden?: boolean;
  name: string;
  options: readonly { value: string; label: string }[];
  /** "" while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
};

export function ChoiceField({ legend, legendHidden, name, options, value, onChange }: ChoiceFieldProps) {
  return (
    <fieldset>
      <legend className={legendHidden ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              className={styles.radio}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
