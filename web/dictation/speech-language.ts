import type { Language } from "#contract/languages.ts";
import { SPEECH_LANGUAGE } from "#contract/limits.ts";

/** Where the browser does not say which variety its reader speaks. */
const VARIETIES: { [Of in Language]: string } = { en: SPEECH_LANGUAGE, es: "es-ES" };

/**
 * What an engine is told to listen for, as a tag of BCP 47: for English what the specification says (§4), for others the
 * variety that the browser prefers. `preferred`: as `navigator.languages`.
 */
export function speechLanguage(language: Language, preferred: readonly string[]): string {
  if (language === "en") return SPEECH_LANGUAGE;
  return preferred.find((tag) => tag.startsWith(`${language}-`)) ?? VARIETIES[language];
}
