import type { Language } from "#contract/languages.ts";
import { SPEECH_LANGUAGE } from "#contract/limits.ts";
import type { SpeechLanguages } from "./recognizer.ts";

/** Most clients live in the United States, and speak the Spanish of Mexico and the Caribbean. */
const VARIETIES: { [Of in Language]?: SpeechLanguages } = { en: [SPEECH_LANGUAGE], es: ["es-US", "es-MX"] };
/** Speech engines accept only country variants: a phone set to Latin America reports `es-419`, which they refuse. */
const OF_A_COUNTRY = /^[a-z]{2}-[A-Z]{2}$/i;

/**
 * The languages that a speech engine listens for. Spec §5 fixes English; for another language, the browser's first
 * variant with a country comes before ours. `preferred` is `navigator.languages`.
 */
export function speechLanguages(language: Language, preferred: readonly string[]): SpeechLanguages {
  const ours = VARIETIES[language] ?? [mostSpoken(language)];
  if (language === "en") return ours;
  const theirs = preferred.find((tag) => tag.startsWith(`${language}-`) && OF_A_COUNTRY.test(tag));
  return theirs === undefined ? ours : [theirs, ...ours.filter((tag) => tag !== theirs)];
}

/** The variety of a language that most people speak, such as "fr-FR". */
function mostSpoken(language: Language): string {
  const { region } = new Intl.Locale(language).maximize();
  return `${language}-${region}`;
}
