import { type EntryPlace, entryPlaces, type Interview } from "../interview/interview.ts";
import type { MergedEntry } from "../interview/kinds/kind.ts";
import { type Entry, kindNamed } from "../interview/kinds/kinds.ts";
import type { Versions } from "../interview/kinds/merge-answers.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import { isLeftOut } from "./forms.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

/** The record as it was synced last (none yet: undefined), as it is on this device, and as it is on the server. */
export type MergeInput = { base: ClientRecord | undefined; mine: ClientRecord; theirs: ClientRecord };
export type Merged = {
  record: ClientRecord;
  /** Entry names, in the interview's order, of which an answer or a field was changed differently on both sides. */
  contested: string[];
  /** Answers that a question's list had no room for, by entry name; the caller keeps them elsewhere. Almost always empty. */
  leftOver: { [entryName: string]: RecordedAnswer[] };
};

/**
 * Two devices' versions of a record become one (decision 9). It is in full form, with a form if one side has it and
 * without empty lists. An entry that the interview does not define is passed on as it is, theirs before mine.
 */
export function mergeRecords(interview: Interview, { base = {}, mine, theirs }: MergeInput): Merged {
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

/** With every entry of the interview: a missing one counts as an empty one. */
function fullRecord(interview: Interview, record: ClientRecord): ClientRecord {
  const places = [...entryPlaces(interview).values()];
  const empty = places.map(({ name, kind }) => [name, kindNamed(kind).empty] as const);
  return completeRecord(interview, { ...Object.fromEntries(empty), ...record }, { now: "" });
}

function mergeEntry(
  { name, kind, question }: EntryPlace,
  records: Versions<ClientRecord>,
): MergedEntry<Entry> {
  const { base, mine, theirs } = versionsOf(records, name);
  // to the letter, so that order and timestamps survive where only one side has touched them
  const isAlike = (one: Entry, other: Entry) => JSON.stringify(one) === JSON.stringify(other);
  if (isAlike(mine, base)) return { entry: theirs, isContested: false };
  if (isAlike(theirs, base)) return { entry: mine, isContested: false };
  return kindNamed(kind).merge({ base, mine, theirs }, question);
}

function versionsOf(records: Versions<ClientRecord>, name: string): Versions<Entry> {
  const { base, mine, theirs } = records;
  return { base: base[name], mine: mine[name], theirs: theirs[name] } as Versions<Entry>;
}
