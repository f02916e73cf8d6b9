import type { Language } from "#contract/languages.ts";
import { addWords, speak } from "../../web/ui/language/spoken-language.ts";

/** The words of the languages that are not in the bundle. */
const catalogues: { [Of in Language]?: () => Promise<{ default: Parameters<typeof addWords>[1] }> } = {
  es: () => import("#contract/messages/console/es.json?compiled"),
};

/** Speaks a language on this page from now on. Rejects where its words cannot be fetched; then nothing has changed. */
export async function showLanguage(language: Language): Promise<void> {
  const words = await catalogues[language]?.();
  if (words) addWords(language, words.default);
  speak(language);
  document.documentElement.lang = language;
}
