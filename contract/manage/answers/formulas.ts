import { shownText } from "./shown-text.ts";

/** What a spreadsheet takes for the beginning of a formula: these signs, and their full-width forms. */
const SIGN = /[=+\-@＝＋－＠]/;
/** Some look past white space for a sign; and quotation marks at the beginning are no text to them. */
const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;
/** Of separators, white space and quotation marks. No pattern looks ahead of one: many of them would take it for ever. */
const RUN = /[;|\s"]+/g;
const SEPARATOR = /\r\n|[;|\t\r\n]/g;

const NUMBER = String.raw`\d{1,4}`;
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)\p{L}*\.?`;
const WEEKDAY = String.raw`(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mi[eé]|jue|vie|s[aá]b|dom)\p{L}*\.?,?\s+`;
const BETWEEN = String.raw`[\s./,-]*(?:del?\s+)?`;
/** 2-5, 10/12, 1.5, 2026-1-2, May 5, 5-May-26, mayo de 2026: a date in one language or another. */
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
 * A cell's text so that every spreadsheet shows it as the text that it is, whatever separates cells there: what could begin
 * a formula or be taken for a date begins with an apostrophe. Control characters are there to be seen, so that the file
 * steers no terminal.
 */
export function guardCell(text: string): string {
  const guarded = guardLater(shownText(text));
  return FORMULA.test(guarded) || DATE_OR_TIME.test(guarded) ? `'${guarded}` : guarded;
}

/**
 * A spreadsheet that expects another separator than the comma begins a new cell at it, whatever is quoted: in the middle of
 * what it reads as one cell, quotation marks are text to it.
 */
function guardLater(text: string): string {
  return text.replace(RUN, (run: string, place: number) => {
    if (!SIGN.test(text.charAt(place + run.length))) return run;
    const last = Math.max(run.lastIndexOf(";"), run.lastIndexOf("|"), 0);
    return run.slice(0, last) + run.slice(last).replace(SEPARATOR, "$&'");
  });
}
