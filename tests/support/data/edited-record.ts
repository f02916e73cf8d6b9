import fc from "fast-check";
import { entryPlaces, type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import type { Entry } from "#contract/interview/kinds/kinds.ts";
import type { AnswerType, RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import type { ToolSelectionEntry } from "#contract/interview/kinds/tool-selection.ts";
import type { MergeInput } from "#contract/record/merge.ts";
import { type ClientRecord, completeRecord, type RecordInput } from "#contract/record/record.ts";
import { completedRecord, entriesOf, GENERATED_AT, hostileText } from "./arbitraries.ts";

/** Edits of one common record: two records generated separately share no answers, so there would be little to merge. */

const EDITED_AT = "2026-03-05T08:00:00.000Z";

type Change<Value> = (value: Value) => Value;

/** A synced record and the edits of two devices; now and then the synced record is unknown. */
export function threeRecords(interview: Interview): fc.Arbitrary<MergeInput> {
  const edit = recordEdit(interview);
  return fc
    .tuple(completedRecord(interview), edit, edit, fc.integer({ min: 0, max: 5 }))
    .map(([base, edited, otherwise, chance]) => {
      return { base: chance === 5 ? undefined : base, mine: edited(base), theirs: otherwise(base) };
    });
}

/** What a client may do to a record: edit, delete, add and move answers; fill, change and empty fields. */
export function recordEdit(interview: Interview): fc.Arbitrary<Change<ClientRecord>> {
  const places = entryPlaces(interview);
  const written = writtenEdit();
  const edits = questionsOf(interview)
    .flatMap(entriesOf)
    .map(([name, fresh]): [string, fc.Arbitrary<Change<Entry | undefined>>] => [
      name,
      entryEdit(places.get(name)?.kind === "free-answer" ? written : formEdit(fresh)),
    ]);
  return fc.record(Object.fromEntries(edits)).map((byName) => (record) => {
    const edited = Object.entries(byName).map(([name, edit]) => [name, edit(record[name])] as const);
    const present = Object.fromEntries(edited.filter(([, entry]) => entry !== undefined));
    return completeRecord(interview, present as RecordInput, { now: GENERATED_AT });
  });
}

function entryEdit(edit: fc.Arbitrary<Change<Entry | undefined>>): fc.Arbitrary<Change<Entry | undefined>> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant((entry: Entry | undefined) => entry) },
    { weight: 8, arbitrary: edit },
    { weight: 1, arbitrary: fc.constant(() => undefined) },
  );
}

function writtenEdit(): fc.Arbitrary<Change<Entry | undefined>> {
  const words = newWords();
  const changes = fc.array(answerChange(words), { minLength: 1, maxLength: 6 });
  const added = fc.uniqueArray(addedAnswer(words), { maxLength: 3, selector: ({ id }) => id });
  const ranks = fc.oneof(fc.constant<number[]>([0]), fc.array(fc.nat(9), { minLength: 2, maxLength: 9 }));
  return fc.record({ changes, added, ranks }).map((edit) => (entry) => {
    const before = (entry as WrittenEntry | undefined)?.responses ?? [];
    const left = before.flatMap((answer, place) => {
      const change = cyclic(edit.changes, place);
      if (!change) return [];
      const { by: _by, ...words } = answer;
      // new words become the client's own, as on a device and on the server
      return ["content" in change ? { ...words, ...change } : { ...answer, ...change }];
    });
    const isNew = ({ id }: RecordedAnswer) => !before.some((answer) => answer.id === id);
    const ranked = [...left, ...edit.added.filter(isNew)].map((answer, place) => ({
      answer,
      rank: cyclic(edit.ranks, place) ?? 0,
    }));
    const responses = ranked.sort((one, other) => one.rank - other.rank).map(({ answer }) => answer);
    return { section: "", question: "", responses };
  });
}

function cyclic<Value>(values: Value[], place: number): Value | undefined {
  return values[place % values.length];
}

/** An undefined change deletes the answer. */
function answerChange(words: fc.Arbitrary<string>): fc.Arbitrary<Partial<RecordedAnswer> | undefined> {
  return fc.oneof<fc.MaybeWeightedArbitrary<Partial<RecordedAnswer> | undefined>[]>(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: words.map((content) => ({ content })) },
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant({ timestamp: EDITED_AT }) },
    { weight: 1, arbitrary: fc.constant({ source: "dictated" }) },
    { weight: 1, arbitrary: fc.constant({ content: "" }) },
  );
}

function addedAnswer(words: fc.Arbitrary<string>): fc.Arbitrary<RecordedAnswer> {
  const type = fc.constantFrom<AnswerType>("text", "audio");
  const content = fc.oneof({ weight: 6, arbitrary: words }, { weight: 1, arbitrary: fc.constant("") });
  // two pages that took over the same journal add answers with the same id
  const id = fc.oneof(fc.uuid(), fc.constantFrom("new-1", "new-2"));
  return fc.record({ type, content, timestamp: fc.constant(EDITED_AT), id });
}

/** Rarely generates the same words twice, so that a test can tell by the words which answers are there. */
function newWords(): fc.Arbitrary<string> {
  const unlike = fc.tuple(hostileText(60), fc.nat()).map(([text, number]) => `${text}${number}`);
  return fc.oneof({ weight: 9, arbitrary: unlike }, { weight: 1, arbitrary: fc.constant("We call back.") });
}

/** Takes some fields from another form; a field that the other form lacks is emptied. */
function formEdit(fresh: fc.Arbitrary<RecordInput[string]>): fc.Arbitrary<Change<Entry | undefined>> {
  const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
  return fc.tuple(fresh, choices).map(([other, taken]) => (entry) => {
    let place = 0;
    const isTaken = () => cyclic(taken, place++) ?? false;
    if (!entry) return other as Entry;
    return "selectedTools" in entry
      ? mixedTools(entry, other as Partial<ToolSelectionEntry>, isTaken)
      : mixedFields<Entry>(entry, other as Entry, isTaken);
  });
}

function mixedFields<Fields extends object>(entry: Fields, other: Fields, isTaken: () => boolean): Fields {
  const fields = [...new Set([...Object.keys(entry), ...Object.keys(other)])].sort();
  const mixed = fields.flatMap((field) => {
    const value = Object.entries(isTaken() ? other : entry).find(([name]) => name === field);
    return value ? [value] : [];
  });
  return Object.fromEntries(mixed) as Fields;
}

function mixedTools(
  { selectedTools, customTools, toolRatings }: ToolSelectionEntry,
  other: Partial<ToolSelectionEntry>,
  isTaken: () => boolean,
): ToolSelectionEntry {
  const kept = selectedTools.filter((tool) => !isTaken() || other.selectedTools?.includes(tool));
  const added = (other.selectedTools ?? []).filter((tool) => !selectedTools.includes(tool) && isTaken());
  return {
    selectedTools: isTaken() ? [...kept, ...added] : [...added, ...kept],
    customTools: isTaken() ? (other.customTools ?? "") : customTools,
    toolRatings: mixedFields(toolRatings, other.toolRatings ?? {}, isTaken),
  };
}
