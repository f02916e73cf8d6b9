import { dateWords } from "./language/spoken-language.ts";

const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = { ...TIME, ...DAY };

/**
 * "2:02 PM" today, with the date before it on other days, in the reader's locale and time zone. `instant` is ISO 8601.
 */
export function timeOf(instant: string, now: Date): string {
  return wordsOf(instant, now, DAY_AND_TIME);
}

/** A shorter form for small spaces: "2:02 PM" today, "Nov 26" on other days. */
export function timeOrDayOf(instant: string, now: Date): string {
  return wordsOf(instant, now, DAY);
}

function wordsOf(instant: string, now: Date, onOtherDays: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant);
  return dateWords(date, date.toDateString() === now.toDateString() ? TIME : onOtherDays);
}
