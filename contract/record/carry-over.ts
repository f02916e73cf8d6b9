import { type EntryPlace, entryPlaces, type Interview } from "../interview/interview.ts";
import { type Entry, kindNamed } from "../interview/kinds/kinds.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

/**
 * The saved record plus what a save cannot delete because the current interview does not show it: entries that the
 * interview does not define and that the save does not name, and chosen options that it no longer lists.
 */
export function carryOver(interview: Interview, stored: ClientRecord, saved: ClientRecord): ClientRecord {
  const defined = entryPlaces(interview);
  const kept = Object.entries(stored).filter(([name]) => !defined.has(name) && !Object.hasOwn(saved, name));
  const retired = [...defined.values()].flatMap((place): [string, Entry][] => {
    const entry = retiredIn(place, stored, saved);
    return entry ? [[place.name, entry]] : [];
  });
  const carried = Object.fromEntries<Entry>([...kept, ...retired]);
  return completeRecord(interview, { ...saved, ...carried }, { now: "" });
}

function retiredIn(
  { name, kind, question }: EntryPlace,
  stored: ClientRecord,
  saved: ClientRecord,
): Entry | undefined {
  const before = stored[name];
  return before && kindNamed(kind).carryOver?.(question, before, saved[name]);
}
