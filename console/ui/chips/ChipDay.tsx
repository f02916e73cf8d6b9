import { useState } from "react";
import styles from "./Chip.module.css";

type ChipDayProps = {
  label: string;
  /** YYYY-MM-DD */
  day: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** Earlier days are ignored, because the first digits of a year being typed make ancient years. */
const FIRST_DAY = "2000-01-01";

/** Filters by the first or last day of a list, with the browser's date picker. */
export function ChipDay({ label, day = "", onChange }: ChipDayProps) {
  const [typed, setTyped] = useState<string>();
  const type = (value: string) => {
    const isMeant = value === "" || value >= FIRST_DAY;
    setTyped(isMeant ? undefined : value);
    if (isMeant) onChange(value || undefined);
  };
  return (
    <label className={styles.chip} data-set={day === "" ? undefined : ""}>
      <span>{label}</span>
      <input
        type="date"
        className={styles.day}
        value={typed ?? day}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </label>
  );
}
