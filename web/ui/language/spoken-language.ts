import { i18n, type Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";

/** Adds messages to those of a language: English comes in parts, with the bundles that use it. */
export function addWords(language: Language, words: Messages): void {
  i18n.load(language, words);
}

/** Switches to a language whose messages are loaded. */
export function activateLanguage(language: Language): void {
  i18n.activate(language, formsOf(language));
}

/** The locales for dates and numbers: the reader's own, such as `en-GB`, or else that of the United States. */
function formsOf(language: Language): string[] {
  const preferred = navigator.languages.filter((each) => each.startsWith(`${language}-`));
  return [...preferred, `${language}-US`];
}

/** The current language. */
export function currentLanguage(): Language {
  return i18n.locale as Language;
}

/** Calls `listener` at each change of the language, until the returned function is called. */
export function subscribeToLanguage(listener: () => void): () => void {
  return i18n.on("change", listener);
}

/** Formats a day or a time in the current language and in the reader's time zone. */
export function dateWords(date: Date, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formsOf(currentLanguage()), format).format(date);
}

/** Formats a number in the current language. */
export function numberWords(number: number, format: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(formsOf(currentLanguage()), format).format(number);
}

/** Joins items as the current language does: "one, two, three" or, as a conjunction, "one, two, and three". */
export function listWords(items: string[], type: Intl.ListFormatType = "unit"): string {
  return new Intl.ListFormat(currentLanguage(), { type }).format(items);
}
