export type Day<Entry> = { day: string; entries: Entry[] };

/** Groups entries by day in the reader's time zone, and keeps their order. */
export function byDay<Entry extends { at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
