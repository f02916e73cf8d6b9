import { entryPlaces } from "#contract/interview/interview.ts";
import type { QuestionKind } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import type { InterviewSource } from "#contract/manage/interviews.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { findEntry, hasName, listDefinitions, type StoredDefinition, setEntry } from "./catalog-rows.ts";
import { type DraftName, dropDraft, hasDraft } from "./interview-drafts.ts";
import { queueSummaries } from "./queue-summaries.ts";

export type NewVersion = {
  interviewId: string;
  /** The version's content, as in an interview file. */
  body: unknown;
  /** In order, the interview's first language first. */
  definitions: ReadonlyMap<Language, StoredDefinition>;
  /** The interview's new name and source. */
  origin?: Origin;
  note?: string;
  /** The draft that is published, which is deleted with that. */
  draft?: DraftName;
  /** Whether the body has a language that is not published yet: if nothing else has changed, the draft stays. */
  isPartial?: boolean;
  /** Whether clients who have submitted also get this version; otherwise they stay on the one that they submitted. */
  asksSubmitted?: boolean;
  publishedBy?: string;
  at: number;
};

/**
 * `unchanged`: the content equals the current version. `reused`: an entry name was used before for another kind of
 * question. `changed`: the draft has changed meanwhile. `taken-over`: the console owns the interview, so no release or
 * file may change it.
 */
export type PublishOutcome =
  | { kind: "published" | "unchanged"; number: number }
  | { kind: "reused"; entry: string }
  | { kind: "missing" | "changed" | "taken-over" };

/** Makes the events, given the version's number. */
type EventsOf = (number: number) => StorageEvent[];

type Origin = { name: string; source: InterviewSource };

export function publishingQueries(engine: Engine) {
  return {
    /** Stores a version as the current one, unless the current one has the same content. */
    publish: (version: NewVersion, eventsOf: EventsOf = () => []): Promise<PublishOutcome> =>
      engine.write((db) => publish(db, version, eventsOf)),
  };
}

/** Part of a transaction. */
async function publish(db: Db, version: NewVersion, eventsOf: EventsOf): Promise<PublishOutcome> {
  const { interviewId, definitions, origin, draft, at } = version;
  const entry = await findEntry(db, interviewId);
  if (!entry) return { kind: "missing" };
  const refusal = await refusalOf(db, entry, version);
  if (refusal) return { kind: refusal };
  const hashes = JSON.stringify(
    Object.fromEntries([...definitions].map(([language, { hash }]) => [language, hash])),
  );
  const current = await currentHashes(db, entry);
  const columns = origin ? await originColumns(db, entry, origin) : {};
  if (current === hashes) {
    if (columns.source !== undefined) await setEntry(db, interviewId, columns);
    // a partial draft stays, since its unpublished language would be lost
    if (draft && !version.isPartial) await dropDraft(db, interviewId);
    return { kind: "unchanged", number: Number(entry.current_version) };
  }
  const entryName = await reusedEntry(db, [...definitions.values()]);
  if (entryName !== undefined) return { kind: "reused", entry: entryName };
  const number = await storeVersion(db, version, hashes);
  await setEntry(db, interviewId, { ...columns, current_version: number });
  if (draft) await dropDraft(db, interviewId);
  // before the first version, no client has answered
  if (number > 1)
    await queueSummaries(db, { interviewId, at, ...(version.asksSubmitted && { before: number }) });
  await insertEvents(db, eventsOf(number));
  return { kind: "published", number };
}

async function refusalOf(
  db: Db,
  { interview_id, source }: Tables["interview_catalog"],
  { origin, draft }: NewVersion,
): Promise<"changed" | "taken-over" | undefined> {
  if (origin && source === "console") return "taken-over";
  return draft && !(await hasDraft(db, interview_id, draft)) ? "changed" : undefined;
}

/** Returns the version's number. */
async function storeVersion(db: Db, version: NewVersion, hashes: string): Promise<number> {
  const { interviewId, definitions, at } = version;
  for (const { hash, interview } of definitions.values())
    await db
      .insertInto("interviews")
      .values({ hash, body: JSON.stringify(interview), first_used_at: at })
      .onConflict((conflict) => conflict.column("hash").doNothing())
      .execute();
  const number = await nextNumber(db, interviewId);
  await db
    .insertInto("interview_versions")
    .values({
      interview_id: interviewId,
      number,
      body: JSON.stringify(version.body),
      hashes,
      note: version.note ?? null,
      published_at: at,
      published_by: version.publishedBy ?? null,
    } satisfies Tables["interview_versions"])
    .execute();
  return number;
}

/**
 * Stores the kinds of the entries if each fits earlier uses of its name; otherwise returns a name that does not fit.
 */
async function reusedEntry(db: Db, definitions: StoredDefinition[]): Promise<string | undefined> {
  await noteEarlier(db);
  const rows = await db.selectFrom("entry_names").selectAll().execute();
  const known = new Map(Map.groupBy(rows, ({ name }) => name));
  const added = placesOf(definitions).filter(
    ({ name, kind }) => !known.get(name)?.some((row) => row.kind === kind),
  );
  const reused = added.find(({ name }) => known.has(name));
  if (reused) return reused.name;
  await addEntryNames(db, added);
  return undefined;
}

/** Includes entries of interviews from before there were versions. */
async function noteEarlier(db: Db): Promise<void> {
  const known = db.selectFrom("entry_names").select("name").limit(1);
  if (await known.executeTakeFirst()) return;
  await addEntryNames(db, placesOf(await listDefinitions(db)));
}

async function addEntryNames(db: Db, names: Tables["entry_names"][]): Promise<void> {
  if (names.length === 0) return;
  await db
    .insertInto("entry_names")
    .values(names)
    .onConflict((conflict) => conflict.columns(["name", "kind"]).doNothing())
    .execute();
}

function placesOf(definitions: StoredDefinition[]): { name: string; kind: QuestionKind }[] {
  const places = definitions.flatMap(({ interview }) => [...entryPlaces(interview).values()]);
  const pairs = new Map(places.map(({ name, kind }) => [`${kind} ${name}`, { name, kind }]));
  return [...pairs.values()];
}

async function currentHashes(db: Db, entry: Tables["interview_catalog"]): Promise<string | undefined> {
  if (entry.current_version === null) return undefined;
  const row = await db
    .selectFrom("interview_versions")
    .select("hashes")
    .where("interview_id", "=", entry.interview_id)
    .where("number", "=", entry.current_version)
    .executeTakeFirst();
  return row?.hashes;
}

async function nextNumber(db: Db, interviewId: string): Promise<number> {
  const row = await db
    .selectFrom("interview_versions")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("interview_id", "=", interviewId)
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}

/** The columns that change. A name that another interview has is not taken. */
async function originColumns(
  db: Db,
  { folded_name, ...before }: Tables["interview_catalog"],
  { name, source }: Origin,
): Promise<Partial<Tables["interview_catalog"]>> {
  if (before.name === name && before.source === source) return {};
  const isFree = folded_name === foldedName(name) || !(await hasName(db, name));
  return { source, ...(isFree && { name, folded_name: foldedName(name) }) };
}
