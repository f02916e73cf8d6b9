import type { Language } from "#contract/languages.ts";
import { t } from "../translate.ts";
import { addWords, speak } from "../ui/language/spoken-language.ts";

/** The words of the languages that are not in the bundles, each fetched when it is first spoken. */
const catalogues: { [Of in Language]?: () => Promise<{ default: Parameters<typeof addWords>[1] }> } = {
  es: () => import("#contract/messages/client/es.json?compiled"),
};

/** Makes the words of a language known. Rejects where they cannot be fetched. */
export async function learnLanguage(language: Language): Promise<void> {
  const words = await catalogues[language]?.();
  if (words) addWords(language, words.default);
}

/** Speaks a language on this page from now on. Rejects where its words cannot be fetched; then nothing has changed. */
export async function showLanguage(language: Language): Promise<void> {
  await learnLanguage(language);
  const before = t("app.title");
  speak(language);
  document.documentElement.lang = language;
  document.title = document.title.replace(before, () => t("app.title"));
}
