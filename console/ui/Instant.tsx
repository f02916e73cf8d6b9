import { dateWords, spoken } from "../../web/ui/language/spoken-language.ts";
import { useNow } from "./use-now.ts";

type InstantProps = {
  /** ISO 8601, or null where it never was. */
  at: string | null;
  /** What stands there then. */
  never: string;
};

const SECONDS = { year: 31_557_600, month: 2_629_800, day: 86_400, hour: 3_600, minute: 60 } as const;

/** How long ago something was; the whole instant on hover, and for readers of the page's code. */
export function Instant({ at, never }: InstantProps) {
  const now = useNow();
  if (at === null) return <span>{never}</span>;
  return (
    <time dateTime={at} title={dateWords(new Date(at), { dateStyle: "medium", timeStyle: "short" })}>
      {ago(Date.parse(at), now)}
    </time>
  );
}

export function ago(instant: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(spoken(), { numeric: "auto" });
  const seconds = (instant - now) / 1_000;
  const units = Object.entries(SECONDS) as [keyof typeof SECONDS, number][];
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 0];
  return unit === "second" ? format.format(0, "second") : format.format(Math.round(seconds / length), unit);
}
