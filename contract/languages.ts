/** The languages that the product speaks, each with its message catalogue; the first where nothing else is wished for. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** Each in its own words, for whoever reads none of the others. */
export const languageNames: { [Of in Language]: string } = { en: "English", es: "Español" };

/**
 * The dearest wish that is offered, else the first that is. `wishes`: tags of BCP 47, the dearest first, such as "es-MX";
 * what is none is passed over.
 */
export function offeredLanguage(wishes: readonly string[], offered: readonly Language[]): Language {
  for (const wish of wishes) {
    const primary = wish.split("-")[0]?.toLowerCase();
    const found = offered.find((language) => language === primary);
    if (found) return found;
  }
  return offered[0] ?? languages[0];
}
