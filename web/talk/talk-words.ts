import type { Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";
import english from "#contract/messages/client/en.json?compiled=talk";
import { addWords } from "../ui/language/spoken-language.ts";

/** What this part says in other languages, by file. */
const catalogues = import.meta.glob<Messages>(
  ["#contract/messages/client/*.json", "!#contract/messages/client/en*.json"],
  { query: "?compiled=talk", import: "default" },
);

/** Makes the words of this part known. Rejects where they cannot be fetched. */
export async function learnWords(language: Language): Promise<void> {
  const [, fetchWords] =
    Object.entries(catalogues).find(([file]) => file.endsWith(`/${language}.json`)) ?? [];
  addWords(language, fetchWords ? await fetchWords() : english);
}
