import type { Language } from "#contract/languages.ts";

/** `ambiguous`: both orders are valid, as in 12/04 and 04/12. */
export type ReadDay = { day: string } | "ambiguous" | "wrong";

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const TWO_NUMBERS_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

/**
 * Parses a day as people write it in a table: 2026-12-04, or day and month in the language's order where no other is
 * possible.
 */
export function readDay(text: string, language: Language): ReadDay {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? [];
  if (isoYear !== undefined) return dayOf(isoYear, isoMonth, isoDay) ?? "wrong";
  const [, first, , second, year] = TWO_NUMBERS_FIRST.exec(text) ?? [];
  if (year === undefined) return "wrong";
  const monthFirst = dayOf(year, first, second);
  const dayFirst = dayOf(year, second, first);
  const [usual, other] = language === "en" ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  if (!usual) return "wrong";
  return other && other.day !== usual.day ? "ambiguous" : usual;
}

/** Undefined for a day that does not exist. */
function dayOf(
  year: string,
  month: string | undefined,
  day: string | undefined,
): { day: string } | undefined {
  const iso = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? { day: iso } : undefined;
}
