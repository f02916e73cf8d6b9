import { currentLanguage } from "../../../web/ui/language/spoken-language.ts";

const SECONDS = { year: 31_557_600, month: 2_629_800, day: 86_400, hour: 3_600, minute: 60 } as const;

/** How long ago an instant was, as text. Both arguments are epoch milliseconds. */
export function ago(instant: number, now: number, style: "long" | "short" = "long"): string {
  const format = formatOf(currentLanguage(), style);
  const seconds = (instant - now) / 1_000;
  const units = Object.entries(SECONDS) as [keyof typeof SECONDS, number][];
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 0];
  return unit === "second" ? format.format(0, "second") : format.format(Math.round(seconds / length), unit);
}

/** Cached, because creating a format is slow and a list needs the same one in every row. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatOf(language: string, style: "long" | "short"): Intl.RelativeTimeFormat {
  const key = `${language} ${style}`;
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric: "auto", style });
  formats.set(key, format);
  return format;
}
