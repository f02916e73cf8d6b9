/** The product's languages, each with a message catalog; the first is the default. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** Each language's name in that language, for people who cannot read the others. */
export const languageNames: { [Of in Language]: string } = { en: "English", es: "Español" };

/** A value for each language, made by one rule. */
export function inEachLanguage<Value>(make: (language: Language) => Value): { [Of in Language]: Value } {
  const values = languages.map((language) => [language, make(language)]);
  return Object.fromEntries(values) as { [Of in Language]: Value };
}

/**
 * The first of `wishes` that is offered, otherwise the first offered language. `wishes` are BCP 47 tags, such as
 * "es-MX", in order of preference; anything else is skipped.
 */
export function offeredLanguage(wishes: readonly string[], offered: readonly Language[]): Language {
  for (const wish of wishes) {
    const primary = wish.split("-")[0]?.toLowerCase();
    const found = offered.find((language) => language === primary);
    if (found) return found;
  }
  return offered[0] ?? languages[0];
}
