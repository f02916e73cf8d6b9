/**
 * What a spreadsheet could take for the beginning of a formula: the signs, their full-width forms, and the white space
 * that some look past for one.
 */
export const FORMULA_TRIGGERS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"] as const;

/** A cell's text so that every spreadsheet shows it as text: one that could begin a formula begins with an apostrophe. */
export function guardFormula(text: string): string {
  return FORMULA_TRIGGERS.some((trigger) => text.startsWith(trigger)) ? `'${text}` : text;
}
