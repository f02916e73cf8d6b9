import * as z from "zod/mini";
import { type EntryPlace, entryPlaces, type Interview } from "../interview/interview.ts";
import { freeAnswer, type ResponseInput } from "../interview/kinds/free-answer.ts";
import { type Entry, type EntryInput, kindNamed } from "../interview/kinds/kinds.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";

/**
 * The record: everything a client has answered, by entry name (spec §3). `recordSchema` validates a save;
 * `completeRecord` turns it into what is stored and sent.
 */

export type ClientRecord = { [entryName: string]: Entry };

/** The content of a save. Any entry, and any field that can be completed, may be absent. */
export type RecordInput = { [entryName: string]: EntryInput };

/**
 * The schema of a save for this interview. Names and values of `earlier` interviews of this installation stay allowed,
 * so that a page that was open while the interview changed can still save.
 */
export function recordSchema(interview: Interview, earlier: Interview[] = []) {
  const interviews = [interview, ...earlier];
  const names = new Set(interviews.flatMap((asked) => [...entryPlaces(asked).keys()]));
  return z.strictObject(
    Object.fromEntries([...names].map((name) => [name, z.optional(entrySchema(name, interviews))])),
  ) as unknown as z.ZodMiniType<RecordInput>;
}

/** Uses the kind in the current interview. An interview change is refused if it gives an entry another kind. */
function entrySchema(name: string, interviews: Interview[]) {
  const places = interviews.flatMap((asked) => entryPlaces(asked).get(name) ?? []);
  const kind = places[0]?.kind ?? "free-answer";
  const asked = places.filter((place) => place.kind === kind).map(({ question }) => question);
  return kindNamed(kind).input(asked);
}

/**
 * The schema for reading a stored record: entries of this interview must have their fields, whatever values were
 * allowed when they were saved; entries of other interviews pass unchecked.
 */
export function storedRecordSchema(interview: Interview) {
  const places = [...entryPlaces(interview).values()];
  const known = places.map(({ name, kind }) => [name, z.optional(kindNamed(kind).stored)] as const);
  return z.catchall(
    z.object(Object.fromEntries(known)),
    z.looseObject({}),
  ) as unknown as z.ZodMiniType<RecordInput>;
}

type CompleteRecordOptions = {
  /** ISO 8601; stands in for a missing timestamp. */
  now: string;
  /** The record as it is stored. */
  previous?: ClientRecord | undefined;
};

/**
 * The record with the fields of every form, and with id, type and timestamp for each answer (spec §3). Blank text
 * answers are dropped (spec §5). Equal contents give equal results, including key order, so that two records can be
 * compared as text. Entries that the interview does not define are passed on unchanged.
 */
export function completeRecord(
  interview: Interview,
  input: RecordInput,
  options: CompleteRecordOptions,
): ClientRecord {
  const record: ClientRecord = {};
  const places = entryPlaces(interview);
  for (const place of places.values()) {
    const entry = Object.hasOwn(input, place.name) ? input[place.name] : undefined;
    if (entry) record[place.name] = completeEntry(place, entry, options);
  }
  const others = Object.keys(input).filter((name) => !places.has(name));
  for (const name of others.sort()) record[name] = completeUndefined(name, input[name] ?? {}, options);
  return record;
}

function completeEntry(
  { name, kind, section, question }: EntryPlace,
  entry: EntryInput,
  { now, previous }: CompleteRecordOptions,
): Entry {
  const ids = { name, section: section.id, question: question.id };
  return kindNamed(kind).complete(entry, { ...ids, now, stored: writtenIn(previous, name) });
}

function completeUndefined(name: string, entry: EntryInput, { now, previous }: CompleteRecordOptions): Entry {
  if ("responses" in entry) {
    // entries of earlier releases may lack these fields
    const { section = "", question = "" } = entry;
    return freeAnswer.complete(entry, {
      name,
      section,
      question,
      now,
      stored: writtenIn(previous, name),
    });
  }
  const fields = Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields) as Entry;
}

function writtenIn(record: ClientRecord | undefined, name: string): RecordedAnswer[] {
  const entry = record?.[name];
  return entry && "responses" in entry ? entry.responses : [];
}

/** Whether completing this input depends on what is stored already. */
export function isIncomplete(input: RecordInput): boolean {
  return Object.values(input).some(
    (entry) => "responses" in entry && entry.responses.some((response) => lacksPrevious(response)),
  );
}

/** Pages of earlier releases send no raw words. */
function lacksPrevious({ timestamp, source, raw }: ResponseInput): boolean {
  return timestamp === undefined || (source === "dictated" && raw === undefined);
}

/** Whether an answer of the record has a reason or an author, which pages of earlier releases do not send back. */
export function hasReasonOrAuthor(record: ClientRecord): boolean {
  return Object.values(record).some(
    (entry) => "responses" in entry && entry.responses.some(({ reason, by }) => reason ?? by),
  );
}

/** A save without its authors, since only the server may set them. */
export function withoutAuthors(input: RecordInput): RecordInput {
  const entries = Object.entries(input).map(([name, entry]) => {
    if (!("responses" in entry) || !entry.responses) return [name, entry] as const;
    return [name, { ...entry, responses: entry.responses.map(({ by: _by, ...answer }) => answer) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether the record holds anything at all that a client entered. */
export function hasContent(record: ClientRecord): boolean {
  return Object.values(record).some((entry) =>
    "responses" in entry ? entry.responses.length > 0 : hasValue(entry),
  );
}

/** Whether a form of any kind has a value. */
function hasValue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasValue);
  return value !== "" && value !== undefined;
}
