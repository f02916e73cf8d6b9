import type { Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";
import { t } from "../translate.ts";
import { activateLanguage, addWords } from "../ui/language/spoken-language.ts";

/** The messages of languages that are not in the bundles, by file, each fetched at its first use. */
const catalogs = import.meta.glob<Messages>(
  ["#contract/messages/client/*.json", "!#contract/messages/client/en*.json"],
  { query: "?compiled=main", import: "default" },
);

/** Adds the messages of a language. Rejects if they cannot be fetched. */
export async function learnLanguage(language: Language): Promise<void> {
  if (language === "en") return;
  const [, fetchWords] = Object.entries(catalogs).find(([file]) => file.endsWith(`/${language}.json`)) ?? [];
  if (!fetchWords) throw new Error(`There are no words in ${language}`);
  addWords(language, await fetchWords());
}

/** Switches this page to a language. If the messages cannot be fetched, rejects and changes nothing. */
export async function showLanguage(language: Language): Promise<void> {
  await learnLanguage(language);
  const before = t("app.title");
  activateLanguage(language);
  document.documentElement.lang = language;
  document.title = document.title.replace(before, () => t("app.title"));
}
