import { dateWords } from "../../web/ui/language/spoken-language.ts";

/** The time of day, where the reader is. */
export function clock(at: string): string {
  return dateWords(new Date(at), { timeStyle: "short" });
}
