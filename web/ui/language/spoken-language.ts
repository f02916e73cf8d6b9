import { i18n, type Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";

/** Makes these words of a language known, beside those that are: English comes in parts, with the bundles that say them. */
export function addWords(language: Language, words: Messages): void {
  i18n.load(language, words);
}

/** Speaks a language from now on, of which the words are known. */
export function speak(language: Language): void {
  i18n.activate(language, formsOf(language));
}

/** The locales that dates and numbers follow: the reader's own, such as `en-GB`, else that of the United States. */
function formsOf(language: Language): string[] {
  const preferred = navigator.languages.filter((each) => each.startsWith(`${language}-`));
  return [...preferred, `${language}-US`];
}

/** The language that is spoken. */
export function spoken(): Language {
  return i18n.locale as Language;
}

/** Calls whenever another language is spoken, until the function that it returns is called. */
export function onSpoken(listener: () => void): () => void {
  return i18n.on("change", listener);
}

/** A day or a time as it is written in the language that is spoken, in the reader's time zone. */
export function dateWords(date: Date, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formsOf(spoken()), format).format(date);
}

/** A number as it is written in the language that is spoken. */
export function numberWords(number: number, format: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(formsOf(spoken()), format).format(number);
}

/** "One, two, three" as it is written in the language that is spoken; as a conjunction, "one, two, and three". */
export function listWords(items: string[], type: Intl.ListFormatType = "unit"): string {
  return new Intl.ListFormat(spoken(), { type }).format(items);
}
