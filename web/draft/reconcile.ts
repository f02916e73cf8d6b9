import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import type { Entry } from "#contract/interview/kinds/kinds.ts";
import { answersOf, emptyAnswers, recordOf } from "#contract/record/answer.ts";
import { mergeRecords } from "#contract/record/merge.ts";
import type { ClientRecord, RecordInput } from "#contract/record/record.ts";
import { addToBox, type Draft, isUnsynced, reduce, type SyncedRecord } from "./draft.ts";
import type { RestoredTabJournal } from "./journal-rows.ts";

/** The record as loaded from the server; empty if nothing was ever saved. */
export type ServerRecord = Omit<SyncedRecord, "record"> & { record: RecordInput };

/** How a merge changed what the client sees, by question id. */
export type MergeOutcome = {
  changed: string[];
  /** Questions changed differently here and elsewhere; both versions of an answer are kept. */
  contested: string[];
  /** How many answers helpers have added, if any. They are not among the changes. */
  helped?: { name: string; answers: number }[];
};

type ReconcileContext = { interview: Interview; now: string };

/** The part of a record that this interview shows, in its full form. */
export function shownRecord({ interview, now }: ReconcileContext, record: RecordInput): ClientRecord {
  return recordOf(interview, answersOf(interview, record, now));
}

/** Merges the server's record into the draft without losing anything from either. */
export function reconcile(
  at: ReconcileContext,
  draft: Draft,
  loaded: ServerRecord,
): { draft: Draft; reconciled: MergeOutcome } {
  const synced = { ...loaded, record: shownRecord(at, loaded.record) };
  const merging = {
    base: draft.synced?.record,
    mine: recordOf(at.interview, draft.answers),
    theirs: synced.record,
  };
  return merge(at, { ...draft, synced }, merging);
}

/** Merges what a closed page left on this device into the draft. */
export function restoreTabJournal(
  at: ReconcileContext,
  draft: Draft,
  tabJournal: RestoredTabJournal,
): { draft: Draft; reconciled: MergeOutcome } {
  const { open, answers, server } = tabJournal;
  const unfinished = draft.unfinished ?? server?.unfinished;
  const device = reduce(at.interview, draft, {
    type: "restored",
    draft: { ...open, arrived: answers?.arrived ?? {}, unfinished },
  });
  if (!answers) return { draft: device, reconciled: NOTHING_NEW };
  const synced = server?.synced && { ...server.synced, record: shownRecord(at, server.synced.record) };
  const base = synced?.record;
  const isFirst = !draft.synced && draft.answers === emptyAnswers;
  // offline, the last synced record on this device stands in for the server's
  const theirs = isFirst ? (base ?? {}) : recordOf(at.interview, draft.answers);
  const own = answersOf(at.interview, answers.record, at.now);
  const mine = recordOf(at.interview, own);
  const merged = merge(
    at,
    { ...device, answers: own, synced: draft.synced ?? synced },
    { base, mine, theirs },
  );
  // if the closed page had saved everything, there is no merge to report
  return isUnsynced(mine, synced) ? merged : { ...merged, reconciled: NOTHING_NEW };
}

const NOTHING_NEW: MergeOutcome = { changed: [], contested: [] };

type MergeSides = { base: ClientRecord | undefined; mine: ClientRecord; theirs: ClientRecord };

function merge({ interview, now }: ReconcileContext, draft: Draft, merging: MergeSides) {
  const { mine } = merging;
  const base = withArrived(merging, draft.arrived);
  const { record, contested, leftOver } = mergeRecords(interview, { ...merging, base });
  const answers =
    JSON.stringify(record) === JSON.stringify(mine) ? draft.answers : answersOf(interview, record, now);
  const replaced = reduce(interview, draft, { type: "reconciled", answers, synced: draft.synced });
  const merged = Object.entries(leftOver).reduce((each, [entry, rest]) => {
    const text = rest.map(({ content }) => content).join("\n\n");
    return addToBox(each, questionOf(interview, entry), text);
  }, replaced);
  const names = [...entryPlaces(interview).keys()];
  const added = names.flatMap((name) => addedByHelpers(mine[name], record[name]));
  const changed = names.filter(
    (name) =>
      JSON.stringify(without(added, record[name])) !==
      JSON.stringify(withTranscripts(mine[name], record[name])),
  );
  const idsOf = (entries: string[]) => [...new Set(entries.map((entry) => questionOf(interview, entry)))];
  const reconciled: MergeOutcome = { changed: idsOf(changed), contested: idsOf(contested) };
  return {
    draft: merged,
    reconciled: added.length > 0 ? { ...reconciled, helped: countOf(added) } : reconciled,
  };
}

type EntryResponse = ReturnType<typeof responsesOf>[number];

/** The answers by helpers that this device did not have before. */
function addedByHelpers(mine: Entry | undefined, merged: Entry | undefined): EntryResponse[] {
  const known = new Set(responsesOf(mine).map(({ id }) => id));
  return responsesOf(merged).filter(({ id, by }) => by?.kind === "helper" && !known.has(id));
}

function without(left: EntryResponse[], entry: Entry | undefined): Entry | undefined {
  if (!entry || !("responses" in entry)) return entry;
  return { ...entry, responses: entry.responses.filter((response) => !left.includes(response)) };
}

function countOf(added: EntryResponse[]): NonNullable<MergeOutcome["helped"]> {
  const names = added.flatMap(({ by }) => by?.name ?? []);
  return [...new Set(names)].map((name) => ({ name, answers: names.filter((each) => each === name).length }));
}

/** The client expects the transcript of a recording, so its arrival is not reported as a change from elsewhere. */
function withTranscripts(mine: Entry | undefined, merged: Entry | undefined): Entry | undefined {
  if (!mine || !merged || !("responses" in mine) || !("responses" in merged)) return mine;
  const arrived = new Map(merged.responses.map((response) => [response.id, response]));
  const responses = mine.responses.map((response) => {
    const isPending = response.type === "audio" && response.content === "";
    return isPending ? { ...response, content: arrived.get(response.id)?.content ?? "" } : response;
  });
  return { ...mine, responses };
}

/**
 * A take's transcript reaches the server's record and this page separately. Adding it to the merge base makes the
 * client's corrections edits of the transcript, not of the wordless answer that was synced last.
 */
function withArrived(
  { base, mine, theirs }: MergeSides,
  arrived: Draft["arrived"],
): ClientRecord | undefined {
  const entries = Object.entries(mine).flatMap(([name, entry]) => {
    const there = new Set(responsesOf(theirs[name]).map(({ id }) => id));
    const worded = responsesOf(entry).flatMap((response) => {
      // an id may be `constructor`, which every object has
      const content = Object.hasOwn(arrived, response.id) ? arrived[response.id] : undefined;
      return content === undefined || !there.has(response.id) ? [] : [{ ...response, content }];
    });
    const others = responsesOf(base?.[name]).filter(({ id }) => !worded.some((each) => each.id === id));
    return worded.length > 0 ? [[name, { ...entry, responses: [...others, ...worded] }]] : [];
  });
  return entries.length > 0 ? { ...base, ...Object.fromEntries(entries) } : base;
}

const responsesOf = (entry: Entry | undefined) => (entry && "responses" in entry ? entry.responses : []);

function questionOf(interview: Interview, entry: string): string {
  return entryPlaces(interview).get(entry)?.question.id ?? "";
}
