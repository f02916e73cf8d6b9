import { dateWords } from "../../web/ui/language/spoken-language.ts";

export type Day<Entry> = { day: string; entries: Entry[] };

/** By day, where the reader is, in the order in which they come. */
export function byDay<Entry extends { at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const day = dateWords(new Date(entry.at), { dateStyle: "full" });
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

export function clock(at: string): string {
  return dateWords(new Date(at), { timeStyle: "short" });
}
