import { type Language, languageNames, languages } from "../languages.ts";

/** Fields with text for people, which may be written in each language: `title: { en: Your team, es: Su equipo }`. */
const TEXTS = [
  "name",
  "description",
  "title",
  "prompt",
  "help",
  "remarksPrompt",
  "sample",
  "hints",
  "probes",
  "label",
  "low",
  "high",
  "text",
  "privacy",
  "after",
] as const;
export type TextField = (typeof TEXTS)[number];

/** Replaces a missing text, so that the interview gets no second error about it. */
const MISSING = "?";

export type PropertyPath = readonly PropertyKey[];
type Fault = { path: PropertyPath; message: string };
type TranslationOptions = { language: Language; offered: readonly Language[]; tell: (fault: Fault) => void };

/** An interview's data in one language. Text that is not written by language is the same in each. */
export function inOneLanguage(data: unknown, options: TranslationOptions, path: PropertyPath = []): unknown {
  return withTexts(data, (texts, place) => textOf(texts, options, place), path);
}

/** A text in several languages, as the author wrote it. */
export type Texts = { [Of in Language]?: unknown };

/** The same data, with `change` applied to each text that is written by language. */
export function withTexts(
  data: unknown,
  change: (texts: Texts, path: PropertyPath) => unknown,
  path: PropertyPath = [],
): unknown {
  return mapTexts(data, (text, place) => (typeof text === "string" ? text : change(text, place)), path);
}

/** The same data, with `change` applied to each text, whether written by language or once for all. */
export function mapTexts(
  data: unknown,
  change: (text: string | Texts, path: PropertyPath) => unknown,
  path: PropertyPath = [],
): unknown {
  if (Array.isArray(data)) return data.map((item, at) => mapTexts(item, change, [...path, at]));
  if (typeof data === "string") return isTextPlace(path) ? change(data, path) : data;
  if (typeof data !== "object" || data === null) return data;
  if (isTexts(data, path)) return change(data, path);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, mapTexts(value, change, [...path, name])]),
  );
}

function isTexts(data: object, path: PropertyPath): data is Texts {
  return isTextPlace(path) && languages.some((language) => Object.hasOwn(data, language));
}

function isTextPlace(path: PropertyPath): boolean {
  // an item of a list has the list's name
  const name = path.findLast((part) => typeof part === "string");
  // a provider has the same name in every language
  return path.join(".") !== "provider.name" && TEXTS.some((text) => text === name);
}

function textOf(texts: Texts, { language, offered, tell }: TranslationOptions, path: PropertyPath): unknown {
  for (const name of Object.keys(texts))
    if (!offered.some((known) => known === name))
      tell({ path: [...path, name], message: `It is in none of the languages: ${offered.join(", ")}` });
  if (Object.hasOwn(texts, language)) return texts[language];
  tell({ path, message: `It is missing in ${languageNames[language]} (${language})` });
  return MISSING;
}
