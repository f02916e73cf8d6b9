import { currentLanguage } from "../../web/ui/language/spoken-language.ts";

const HOUR_MS = 3_600_000;
const UNITS = [
  ["day", 24 * HOUR_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
] as const;

/** A duration in its largest unit, such as "3 hours"; at least one minute. */
export function durationText(ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= size) ?? ["minute", 60_000];
  const format = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(currentLanguage(), format).format(Math.max(1, Math.floor(ms / length)));
}
