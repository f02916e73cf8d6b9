import { entryPlaces } from "#contract/interview/interview.ts";
import type { QuestionKind } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import type { InterviewSource } from "#contract/manage/interviews.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { askAnew } from "./ask-anew.ts";
import { findEntry, hasName, listDefinitions, type StoredDefinition, setEntry } from "./catalog-rows.ts";
import { type DraftName, dropDraft, hasDraft } from "./interview-drafts.ts";

export type NewVersion = {
  interviewId: string;
  /** What the version is made of, as an interview file has it. */
  body: unknown;
  /** The first language first. */
  definitions: ReadonlyMap<Language, StoredDefinition>;
  /** Where the interview is from now on. */
  origin?: Origin;
  note?: string;
  /** The draft that it is made of, which ends with it. */
  draft?: DraftName;
  /** Whether the body has a language that does not go out yet: its draft stays where nothing else has changed. */
  isPartial?: boolean;
  /** Whether clients who have submitted are asked it too; else they stay on the version that they submitted. */
  asksSubmitted?: boolean;
  publishedBy?: string;
  at: number;
};

/**
 * `unchanged`: it is the current version already. `reused`: an entry has had another kind of question. `changed`: the
 * draft is another one by now. `taken-over`: it is of the console, and no release or file writes it.
 */
export type PublishOutcome =
  | { kind: "published" | "unchanged"; number: number }
  | { kind: "reused"; entry: string }
  | { kind: "missing" | "changed" | "taken-over" };

/** By the number of the version. */
type EventsOf = (number: number) => StorageEvent[];

type Origin = { name: string; source: InterviewSource };

export function publishingQueries(engine: Engine) {
  return {
    /** Stores a version, and makes it the current one, unless that says the same. */
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
    // what waits in it has gone nowhere
    if (draft && !version.isPartial) await dropDraft(db, interviewId);
    return { kind: "unchanged", number: Number(entry.current_version) };
  }
  const entryName = await reusedEntry(db, [...definitions.values()]);
  if (entryName !== undefined) return { kind: "reused", entry: entryName };
  const number = await storeVersion(db, version, hashes);
  await setEntry(db, interviewId, { ...columns, current_version: number });
  if (draft) await dropDraft(db, interviewId);
  // no client has answered under another one before the first
  if (number > 1) await askAnew(db, { interviewId, at, ...(version.asksSubmitted && { before: number }) });
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

/** Returns its number. */
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

/** Notes the kinds of the entries, where each fits what there was under its name; else tells the name of one that does not. */
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

/** What was asked before there were versions has its entries too. */
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

/** What is other; a name that another interview has is left to it. */
async function originColumns(
  db: Db,
  { folded_name, ...before }: Tables["interview_catalog"],
  { name, source }: Origin,
): Promise<Partial<Tables["interview_catalog"]>> {
  if (before.name === name && before.source === source) return {};
  const isFree = folded_name === foldedName(name) || !(await hasName(db, name));
  return { source, ...(isFree && { name, folded_name: foldedName(name) }) };
}
