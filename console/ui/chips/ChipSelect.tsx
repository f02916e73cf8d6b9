import { Icon } from "../../../web/ui/Icon.tsx";
import styles from "./Chip.module.css";

type ChipSelectProps = {
  label: string;
  /** The first option means no filter. */
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** A filter as a small select, with its name before it. */
export function ChipSelect({ label, options, value, onChange }: ChipSelectProps) {
  const isSet = value !== options[0]?.value;
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <label className={styles.chip} data-set={isSet ? "" : undefined}>
      <span aria-hidden="true">{label}</span>
      <span className={styles.value} aria-hidden="true">
        {chosen}
      </span>
      {/* covers the whole chip: in the normal flow, it would be as wide as its longest option */}
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </label>
  );
}
