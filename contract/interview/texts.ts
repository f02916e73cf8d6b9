import { type Language, languages } from "../languages.ts";

/** A text in every language; one that is missing does not compile. */
export type Texts = { [Of in Language]: string };

/** Data whose texts may be given in every language at once. */
export type Translatable<Data> = Data extends string
  ? string extends Data
    ? Data | Texts
    : Data
  : Data extends object
    ? { [Name in keyof Data]: Translatable<Data[Name]> }
    : Data;

/** The same data in one language. */
export function inLanguage<Data>(data: Translatable<Data>, language: Language): Data {
  return resolved(data, language) as Data;
}

function resolved(data: unknown, language: Language): unknown {
  if (Array.isArray(data)) return data.map((item) => resolved(item, language));
  if (typeof data !== "object" || data === null) return data;
  if (isTexts(data)) return data[language];
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, resolved(value, language)]));
}

function isTexts(data: object): data is Texts {
  return languages.every((language) => Object.hasOwn(data, language));
}
