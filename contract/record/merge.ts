import { type EntryPlace, entryPlaces, type Interview } from "../interview/interview.ts";
import type { MergedEntry } from "../interview/kinds/kind.ts";
import { type Entry, kindNamed } from "../interview/kinds/kinds.ts";
import type { MergeVersions } from "../interview/kinds/merge-answers.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import { isLeftOut } from "./forms.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

/** The record as last synced (undefined if never), as it is on this device, and as it is on the server. */
export type MergeInput = { base: ClientRecord | undefined; mine: ClientRecord; theirs: ClientRecord };
export type MergeResult = {
  record: ClientRecord;
  /**
   * Names of the entries, in the interview's order, in which both sides changed the same answer or field differently.
   */
  contested: string[];
  /**
   * Answers beyond the limit of a question's list, by entry name; the caller keeps them elsewhere. Almost always empty.
   */
  leftOver: { [entryName: string]: RecordedAnswer[] };
};

/**
 * Merges two devices' versions of a record. The result is complete: it has a form if either side has it, and no empty
 * lists. Entries that the interview does not define are passed on unchanged; theirs win over mine.
 */
export function mergeRecords(interview: Interview, { base = {}, mine, theirs }: MergeInput): MergeResult {
  const either = { ...mine, ...theirs };
  const places = entryPlaces(interview);
  const full = (record: ClientRecord) => fullRecord(interview, record);
  const records = { base: full(base), mine: full(mine), theirs: full(theirs) };
  const merged = [...places.values()]
    .filter(({ name }) => Object.hasOwn(either, name))
    .map((place) => ({ name: place.name, kind: place.kind, ...mergeEntry(place, records) }));
  const passedOn = Object.entries(either).filter(([name]) => !places.has(name));
  const shown = merged
    .filter(({ kind, entry }) => !isLeftOut(kind, entry))
    .map(({ name, entry }): [string, Entry] => [name, entry]);
  const leftOver = merged
    .map(({ name, leftOver = [] }): [string, RecordedAnswer[]] => [name, leftOver])
    .filter(([, answers]) => answers.length > 0);
  return {
    record: completeRecord(interview, Object.fromEntries([...shown, ...passedOn]), { now: "" }),
    contested: merged.filter(({ isContested }) => isContested).map(({ name }) => name),
    leftOver: Object.fromEntries(leftOver),
  };
}

/** Adds an empty entry for each one that is missing. */
function fullRecord(interview: Interview, record: ClientRecord): ClientRecord {
  const places = [...entryPlaces(interview).values()];
  const empty = places.map(({ name, kind }) => [name, kindNamed(kind).empty] as const);
  return completeRecord(interview, { ...Object.fromEntries(empty), ...record }, { now: "" });
}

function mergeEntry(
  { name, kind, question }: EntryPlace,
  records: MergeVersions<ClientRecord>,
): MergedEntry<Entry> {
  const { base, mine, theirs } = versionsOf(records, name);
  // compared exactly, so that order and timestamps survive if only one side has changed them
  const isAlike = (one: Entry, other: Entry) => JSON.stringify(one) === JSON.stringify(other);
  if (isAlike(mine, base)) return { entry: theirs, isContested: false };
  if (isAlike(theirs, base)) return { entry: mine, isContested: false };
  return kindNamed(kind).merge({ base, mine, theirs }, question);
}

function versionsOf(records: MergeVersions<ClientRecord>, name: string): MergeVersions<Entry> {
  const { base, mine, theirs } = records;
  return { base: base[name], mine: mine[name], theirs: theirs[name] } as MergeVersions<Entry>;
}
