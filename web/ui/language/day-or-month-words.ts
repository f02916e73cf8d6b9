import { dateWords } from "./spoken-language.ts";

/** "March 1, 2027" for `2027-03-01`, "March 2027" for `2027-03`. Uses noon, so that no time zone moves the date. */
export function dayOrMonthWords(value: string): string {
  const isDay = value.length === "2027-03-01".length;
  const date = new Date(`${isDay ? value : `${value}-01`}T12:00:00`);
  return dateWords(date, isDay ? { dateStyle: "long" } : { month: "long", year: "numeric" });
}
