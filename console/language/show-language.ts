import type { Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";
import { addWords, speak } from "../../web/ui/language/spoken-language.ts";

/** The words of the languages that are not in the bundle, by file. */
const catalogues = import.meta.glob<Messages>(
  ["#contract/messages/console/*.json", "!#contract/messages/console/en*.json"],
  { query: "?compiled", import: "default" },
);

/** Speaks a language on this page from now on. Rejects where its words cannot be fetched; then nothing has changed. */
export async function showLanguage(language: Language): Promise<void> {
  const [, fetchWords] =
    Object.entries(catalogues).find(([file]) => file.endsWith(`/${language}.json`)) ?? [];
  if (fetchWords) addWords(language, await fetchWords());
  speak(language);
  document.documentElement.lang = language;
}
