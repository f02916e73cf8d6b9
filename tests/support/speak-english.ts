import words from "#contract/messages/en.json?compiled";
import * as translate from "../../web/translate.ts";

/** Every word of the app, as a browser has them once both bundles are there. */
export function speakEnglish(): void {
  translate.speakEnglish(words);
}
