/** The languages that the product speaks, each with its message catalogue; the first where nothing else is wished for. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** Each name is in its own language, for anyone who cannot read the others. */
export const languageNames: { [Of in Language]: string } = { en: "English", es: "Español" };

/** A value for each language, made by one rule. */
export function inEachLanguage<Value>(make: (language: Language) => Value): { [Of in Language]: Value } {
  const values = languages.map((language) => [language, make(language)]);
  return Object.fromEntries(values) as { [Of in Language]: Value };
}

/**
 * The most wanted language that is offered, else the first offered one. `wishes`: tags of BCP 47, such as "es-MX", the
 * most wanted first; anything that is not a tag is skipped.
 */
export function offeredLanguage(wishes: readonly string[], offered: readonly Language[]): Language {
  for (const wish of wishes) {
    const primary = wish.split("-")[0]?.toLowerCase();
    const found = offered.find((language) => language === primary);
    if (found) return found;
  }
  return offered[0] ?? languages[0];
}
