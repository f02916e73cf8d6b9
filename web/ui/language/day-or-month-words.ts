import { dateWords } from "./spoken-language.ts";

/** "March 1, 2027" of `2027-03-01`, "March 2027" of `2027-03`. The middle of the day, so that no time zone moves it. */
export function dayOrMonthWords(value: string): string {
  const isDay = value.length === "2027-03-01".length;
  const date = new Date(`${isDay ? value : `${value}-01`}T12:00:00`);
  return dateWords(date, isDay ? { dateStyle: "long" } : { month: "long", year: "numeric" });
}
