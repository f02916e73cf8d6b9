import { shownText } from "./shown-text.ts";

/** Signs at which a spreadsheet begins a formula, and their full-width forms. */
const SIGN = /[=+\-@＝＋－＠]/;
/** Some spreadsheets skip white space before a sign, and quotation marks at the beginning. */
const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;
/**
 * A run of separators, white space and quotation marks. No pattern looks ahead of a run, since that takes quadratic
 * time on long runs.
 */
const RUN = /[;|\s"]+/g;
const SEPARATOR = /\r\n|[;|\t\r\n]/g;

const NUMBER = String.raw`\d{1,4}`;
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)\p{L}*\.?`;
const WEEKDAY = String.raw`(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)\p{L}*\.?,?\s+`;
const BETWEEN = String.raw`[\s./,-]*(?:del?\s+)?`;
/** Dates in English or Spanish: 2-5, 10/12, 1.5, 2026-1-2, May 5, 5-May-26, mayo de 2026. */
const DATE = [
  String.raw`${NUMBER}(?:\s*[-/.]\s*${NUMBER}){1,2}`,
  `(?:${NUMBER}${BETWEEN})?${MONTH}${BETWEEN}${NUMBER}(?:${BETWEEN}${NUMBER})?`,
  `${NUMBER}${BETWEEN}${MONTH}`,
].join("|");
/** 9:30, 21:30:00.5, 9 pm, 9:30 p. m. */
const TIME = String.raw`\d{1,4}(?:(?::\d{1,2}){1,2}(?:[.,]\d+)?(?:\s*[ap]\.?\s?(?:m\.?)?)?|\s*[ap]\.?\s?(?:m\.?)?)`;
const DATE_OR_TIME = new RegExp(
  String.raw`^\s*(?:(?:${WEEKDAY})?(?:${DATE})(?:,?\s+${TIME})?|${TIME})\s*$`,
  "iu",
);

/**
 * A cell's text in a form that every spreadsheet shows as text, whatever its separator: text that could begin a formula
 * or be read as a date gets an apostrophe in front. Control characters are made visible, so that the file cannot
 * control a terminal.
 */
export function guardCell(text: string): string {
  const guarded = guardLater(shownText(text));
  return FORMULA.test(guarded) || DATE_OR_TIME.test(guarded) ? `'${guarded}` : guarded;
}

/**
 * A spreadsheet that expects another separator than the comma begins a new cell there, even inside quotes, because it
 * takes quotation marks in the middle of a cell for text.
 */
function guardLater(text: string): string {
  return text.replace(RUN, (run: string, place: number) => {
    if (!SIGN.test(text.charAt(place + run.length))) return run;
    const last = Math.max(run.lastIndexOf(";"), run.lastIndexOf("|"), 0);
    return run.slice(0, last) + run.slice(last).replace(SEPARATOR, "$&'");
  });
}
