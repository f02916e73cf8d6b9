import words from "#contract/messages/client/en.json?compiled";
import { activateLanguage, addWords } from "../../../web/ui/language/spoken-language.ts";

/** Loads all English texts, as a browser has them once both bundles are loaded. */
export function speakEnglish(): void {
  addWords("en", words);
  activateLanguage("en");
}
