import { dateWords } from "./language/spoken-language.ts";

const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = { ...TIME, day: "numeric", month: "short" };

/** "2:02 PM" today, with the day before it on others; in the reader's locale and time zone. `instant`: ISO 8601. */
export function timeOf(instant: string, now: Date): string {
  const date = new Date(instant);
  return dateWords(date, date.toDateString() === now.toDateString() ? TIME : DAY_AND_TIME);
}
