import { type Language, languageNames, languages } from "#contract/languages.ts";
import type { Path } from "./yaml-text.ts";

/** What a person reads, and may be written in each language: `title: { en: Your team, es: Su equipo }`. */
const TEXTS = [
  "name",
  "description",
  "title",
  "prompt",
  "help",
  "remarksPrompt",
  "sample",
  "label",
  "low",
  "high",
  "text",
  "privacy",
  "after",
];
/** Stands in for a missing text, so that the file gets no second error about it. */
const MISSING = "?";

type Fault = { path: Path; message: string };
type Reading = { language: Language; offered: readonly Language[]; tell: (fault: Fault) => void };

/** A file's data in one language. What was written for all of them is the same in each. */
export function inOneLanguage(data: unknown, reading: Reading, path: Path = []): unknown {
  if (Array.isArray(data)) return data.map((item, at) => inOneLanguage(item, reading, [...path, at]));
  if (typeof data !== "object" || data === null) return data;
  if (isTexts(data, path)) return textOf(data, reading, path);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, inOneLanguage(value, reading, [...path, name])]),
  );
}

type Texts = { [Of in Language]?: unknown };

function isTexts(data: object, path: Path): data is Texts {
  // a line of a list has the list's name
  const name = path.findLast((part) => typeof part === "string");
  // a provider has one name
  if (path.join(".") === "provider.name" || !TEXTS.includes(String(name))) return false;
  return languages.some((language) => Object.hasOwn(data, language));
}

function textOf(texts: Texts, { language, offered, tell }: Reading, path: Path): unknown {
  for (const name of Object.keys(texts))
    if (!offered.some((known) => known === name))
      tell({ path: [...path, name], message: `It is in none of the languages: ${offered.join(", ")}` });
  if (Object.hasOwn(texts, language)) return texts[language];
  tell({ path, message: `It is missing in ${languageNames[language]} (${language})` });
  return MISSING;
}
