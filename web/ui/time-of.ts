import { dateWords } from "./language/spoken-language.ts";

const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = { ...TIME, day: "numeric", month: "short" };

/** "14:02" today, with the day before it on others; in the reader's time zone. `instant`: ISO 8601. */
export function timeOf(instant: string, now: Date): string {
  const date = new Date(instant);
  return dateWords(date, date.toDateString() === now.toDateString() ? TIME : DAY_AND_TIME);
}
