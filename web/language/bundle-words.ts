import type { Messages } from "@lingui/core";
import type { Language } from "#contract/languages.ts";
import { addWords } from "../ui/language/spoken-language.ts";

/** The messages of a bundle that is fetched later, in the other languages, by file. */
type Catalogs = { [file: string]: () => Promise<Messages> };

/** Returns a function that adds a bundle's messages; it rejects if they cannot be fetched. */
export function bundleWords(english: Messages, catalogs: Catalogs) {
  return async (language: Language): Promise<void> => {
    const [, fetchWords] =
      Object.entries(catalogs).find(([file]) => file.endsWith(`/${language}.json`)) ?? [];
    addWords(language, fetchWords ? await fetchWords() : english);
  };
}
