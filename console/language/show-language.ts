import type { Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";
import { activateLanguage, addWords } from "../../web/ui/language/spoken-language.ts";

/** The message catalogs of the languages that are not in the bundle, by file. */
const catalogs = import.meta.glob<Messages>(
  ["#contract/messages/console/*.json", "!#contract/messages/console/en*.json"],
  { query: "?compiled", import: "default" },
);

/** Switches the page to a language. Rejects if its messages cannot be fetched; the language then stays the same. */
export async function showLanguage(language: Language): Promise<void> {
  const [, fetchWords] = Object.entries(catalogs).find(([file]) => file.endsWith(`/${language}.json`)) ?? [];
  if (fetchWords) addWords(language, await fetchWords());
  activateLanguage(language);
  document.documentElement.lang = language;
}
