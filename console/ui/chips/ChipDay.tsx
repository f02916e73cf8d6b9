import { useState } from "react";
import styles from "./Chip.module.css";

type ChipDayProps = {
  label: string;
  /** YYYY-MM-DD */
  day: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** While a year is typed, its first digits make years of long ago. */
const FIRST_DAY = "2000-01-01";

/** A day that a list begins or ends with, by the browser's own calendar. */
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
