export type Day<Entry> = { day: string; entries: Entry[] };

/** By day, where the reader is, in the order in which they come. */
export function byDay<Entry extends { at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
