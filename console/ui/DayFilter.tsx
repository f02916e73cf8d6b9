import { useState } from "react";
import { DateField } from "./DateField.tsx";

type DayFilterProps = {
  label: string;
  day: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** While a year is typed, its first digits make years that nobody means. */
const FIRST_DAY = "2000-01-01";

/** A day that a list begins or ends with. */
export function DayFilter({ label, day = "", onChange }: DayFilterProps) {
  const [typed, setTyped] = useState<string>();
  const type = (value: string) => {
    const isMeant = value === "" || value >= FIRST_DAY;
    setTyped(isMeant ? undefined : value);
    if (isMeant) onChange(value || undefined);
  };
  return <DateField label={label} value={typed ?? day} onChange={type} />;
}
