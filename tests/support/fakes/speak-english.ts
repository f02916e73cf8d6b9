import words from "#contract/messages/client/en.json?compiled";
import { addWords, speak } from "../../../web/ui/language/spoken-language.ts";

/** Every word of the app, as a browser has them once both bundles are there. */
export function speakEnglish(): void {
  addWords("en", words);
  speak("en");
}
