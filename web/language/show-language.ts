import type { Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";
import { t } from "../translate.ts";
import { addWords, speak } from "../ui/language/spoken-language.ts";

/** The words of the languages that are not in the bundles, by file, each fetched when it is first spoken. */
const catalogues = import.meta.glob<Messages>(
  ["#contract/messages/client/*.json", "!#contract/messages/client/en*.json"],
  { query: "?compiled=main", import: "default" },
);

/** Makes the words of a language known. Rejects where they cannot be fetched. */
export async function learnLanguage(language: Language): Promise<void> {
  if (language === "en") return;
  const [, fetchWords] =
    Object.entries(catalogues).find(([file]) => file.endsWith(`/${language}.json`)) ?? [];
  if (!fetchWords) throw new Error(`There are no words in ${language}`);
  addWords(language, await fetchWords());
}

/** Speaks a language on this page from now on. Rejects where its words cannot be fetched; then nothing has changed. */
export async function showLanguage(language: Language): Promise<void> {
  await learnLanguage(language);
  const before = t("app.title");
  speak(language);
  document.documentElement.lang = language;
  document.title = document.title.replace(before, () => t("app.title"));
}
