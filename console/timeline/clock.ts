import { dateWords } from "../../web/ui/language/spoken-language.ts";

/** The time of day in the reader's time zone. */
export function clock(at: string): string {
  return dateWords(new Date(at), { timeStyle: "short" });
}
