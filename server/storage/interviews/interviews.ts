import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import type { QuestionKind } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import type { InterviewSource } from "#contract/manage/interviews.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { type ClientInterview, findClientInterview } from "./client-interview.ts";

/** An interview by its place in the catalog. */
export type CatalogEntry = {
  interviewId: string;
  name: string;
  source: InterviewSource;
  /** Null before the first version. */
  currentVersion: number | null;
  /** Whether new clients get it. */
  isDefault: boolean;
  createdAt: number;
  retiredAt: number | null;
};

/** A version without its words. */
export type ListedVersion = {
  interviewId: string;
  /** From 1. */
  number: number;
  /** Of its definitions, the first language first. */
  hashes: ReadonlyMap<Language, string>;
  note: string | null;
  publishedAt: number;
  publishedBy: string | null;
};

/** One version in one language, under the hash that names it. */
export type StoredDefinition = { hash: string; interview: Interview };

export type NewVersion = {
  interviewId: string;
  /** What the version is made of, as an interview file has it. */
  body: unknown;
  /** The first language first. */
  definitions: ReadonlyMap<Language, StoredDefinition>;
  /** Where the interview is from now on. */
  origin?: Pick<CatalogEntry, "name" | "source">;
  note?: string;
  /** Of the draft that it is made of, which ends with it. */
  draftRevision?: number;
  publishedBy?: string;
  at: number;
};

/**
 * `unchanged`: it is the current version already. `reused`: an entry has had another kind of question. `changed`: the
 * draft is another one by now.
 */
export type PublishOutcome =
  | { kind: "published" | "unchanged"; number: number }
  | { kind: "reused"; entry: string }
  | { kind: "missing" | "changed" };

/** By the number of the version. */
type EventsOf = (number: number) => StorageEvent[];

export type NewInterview = Pick<CatalogEntry, "interviewId" | "name"> & { at: number; by?: string };

/** What is being written, over one version. */
export type StoredDraft = { body: unknown; revision: number; basedOn: number | null; changedAt: number };
export type DraftChange = { interviewId: string; body: unknown; at: number; by: string };

export function interviewQueries(engine: Engine) {
  return {
    /** The default first, then by name. */
    list: (): Promise<CatalogEntry[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("interview_catalog")
          .selectAll()
          .orderBy("is_default", "desc")
          .orderBy(engine.inCodePoints("folded_name"))
          .execute();
        return rows.map(entryOf);
      }),

    /** Of all interviews, in the order of their publishing. */
    listVersions: (): Promise<ListedVersion[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("interview_versions")
          .select(["interview_id", "number", "hashes", "note", "published_at", "published_by"])
          .orderBy("published_at")
          .orderBy("interview_id")
          .orderBy("number")
          .execute();
        return rows.map(versionOf);
      }),

    /** What a version was made of; undefined where there is no such version. */
    loadBody: (interviewId: string, number: number): Promise<unknown> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("interview_versions")
          .select("body")
          .where("interview_id", "=", interviewId)
          .where("number", "=", number)
          .executeTakeFirst();
        return row && parseStored(row.body);
      }),

    /** What a client is asked; undefined where there is no such client. */
    findOfClient: (clientId: string): Promise<ClientInterview | undefined> =>
      engine.read((db) => findClientInterview(db, clientId)),

    /** Gives a client an interview, in its current version. False where there is no such client. */
    assign: (
      { clientId, interviewId }: { clientId: string; interviewId: string },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const assigned = await db
          .updateTable("clients")
          .set({ interview_id: interviewId, interview_version: null })
          .where("client_id", "=", clientId)
          .where("erased_at", "is", null)
          .executeTakeFirst();
        if (assigned.numUpdatedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),

    /** Everything that this installation ever asked, the newest last. */
    listDefinitions: (): Promise<StoredDefinition[]> => engine.read(listDefinitions),

    /** Stores a version, and makes it the current one, unless that says the same. */
    publish: (version: NewVersion, eventsOf: EventsOf = () => []): Promise<PublishOutcome> =>
      engine.write((db) => publish(db, version, eventsOf)),

    /** An interview without a version. */
    add: ({ interviewId, name, at, by }: NewInterview, events: StorageEvent[]): Promise<"done" | "taken"> =>
      engine.write(async (db) => {
        if (await hasName(db, name)) return "taken";
        await db
          .insertInto("interview_catalog")
          .values({
            interview_id: interviewId,
            name,
            folded_name: foldedName(name),
            source: "console",
            current_version: null,
            is_default: 0,
            created_at: at,
            created_by: by ?? null,
            retired_at: null,
          } satisfies Tables["interview_catalog"])
          .execute();
        await insertEvents(db, events);
        return "done";
      }),

    /** How many clients each interview has. */
    countClients: (): Promise<ReadonlyMap<string, number>> =>
      engine.readAside(async (db) => {
        const rows = await db
          .selectFrom("clients")
          .select(["interview_id", ({ fn }) => fn.countAll().as("count")])
          .where("erased_at", "is", null)
          .groupBy("interview_id")
          .execute();
        return new Map(rows.map(({ interview_id, count }) => [interview_id, Number(count)]));
      }),

    /** Of an interview: how many go on with its next version, and how many have submitted and stay on theirs. */
    countWaiting: (interviewId: string): Promise<{ underWay: number; submitted: number }> =>
      engine.readAside(async (db) => {
        const row = await db
          .selectFrom("clients")
          .select(({ fn }) => [fn.countAll().as("all"), fn.count("interview_version").as("submitted")])
          .where("interview_id", "=", interviewId)
          .where("erased_at", "is", null)
          .executeTakeFirstOrThrow();
        const submitted = Number(row.submitted);
        return { underWay: Number(row.all) - submitted, submitted };
      }),

    /** Ids of interviews that have a draft. */
    listDrafts: (): Promise<ReadonlySet<string>> =>
      engine.read(async (db) => {
        const rows = await db.selectFrom("interview_drafts").select("interview_id").execute();
        return new Set(rows.map((row) => row.interview_id));
      }),

    findDraft: (interviewId: string): Promise<StoredDraft | undefined> =>
      engine.read(async (db) => {
        const drafts = db.selectFrom("interview_drafts").selectAll();
        const row = await drafts.where("interview_id", "=", interviewId).executeTakeFirst();
        return (
          row && {
            body: parseStored(row.body),
            revision: row.revision,
            basedOn: row.based_on,
            changedAt: row.changed_at,
          }
        );
      }),

    /** In the place of an earlier draft. Undefined where there is no such interview. */
    putDraft: ({ interviewId, body, at, by }: DraftChange): Promise<{ revision: number } | undefined> =>
      engine.write(async (db) => {
        const entry = await findEntry(db, interviewId);
        if (!entry) return undefined;
        const changed = { body: JSON.stringify(body), changed_at: at, changed_by: by };
        const based_on = entry.current_version;
        return db
          .insertInto("interview_drafts")
          .values({ interview_id: interviewId, revision: 1, based_on, ...changed })
          .onConflict((conflict) =>
            conflict.column("interview_id").doUpdateSet(({ eb, ref }) => ({
              ...changed,
              based_on,
              revision: eb(ref("interview_drafts.revision"), "+", 1),
            })),
          )
          .returning("revision")
          .executeTakeFirstOrThrow();
      }),
  };
}

async function publish(db: Db, version: NewVersion, eventsOf: EventsOf): Promise<PublishOutcome> {
  const { interviewId, definitions, origin, draftRevision, at } = version;
  const entry = await findEntry(db, interviewId);
  if (!entry) return { kind: "missing" };
  if (draftRevision !== undefined && !(await hasDraft(db, interviewId, draftRevision)))
    return { kind: "changed" };
  const hashes = JSON.stringify(
    Object.fromEntries([...definitions].map(([language, { hash }]) => [language, hash])),
  );
  const current = await currentHashes(db, entry);
  const columns = origin ? await originColumns(db, entry, origin) : {};
  if (current === hashes) {
    if (columns.source !== undefined) await setEntry(db, interviewId, columns);
    if (draftRevision !== undefined) await dropDraft(db, interviewId);
    return { kind: "unchanged", number: Number(entry.current_version) };
  }
  const entryName = await reusedEntry(db, [...definitions.values()]);
  if (entryName !== undefined) return { kind: "reused", entry: entryName };
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
  await setEntry(db, interviewId, { ...columns, current_version: number });
  if (draftRevision !== undefined) await dropDraft(db, interviewId);
  await insertEvents(db, eventsOf(number));
  return { kind: "published", number };
}

async function hasDraft(db: Db, interviewId: string, revision: number): Promise<boolean> {
  const drafts = db.selectFrom("interview_drafts").select("revision");
  const row = await drafts.where("interview_id", "=", interviewId).executeTakeFirst();
  return row?.revision === revision;
}

async function dropDraft(db: Db, interviewId: string): Promise<void> {
  await db.deleteFrom("interview_drafts").where("interview_id", "=", interviewId).execute();
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

function findEntry(db: Db, interviewId: string): Promise<Tables["interview_catalog"] | undefined> {
  const entries = db.selectFrom("interview_catalog").selectAll();
  return entries.where("interview_id", "=", interviewId).executeTakeFirst();
}

async function hasName(db: Db, name: string): Promise<boolean> {
  const entries = db.selectFrom("interview_catalog").select("interview_id");
  return (await entries.where("folded_name", "=", foldedName(name)).executeTakeFirst()) !== undefined;
}

async function setEntry(
  db: Db,
  interviewId: string,
  columns: Partial<Tables["interview_catalog"]>,
): Promise<void> {
  await db.updateTable("interview_catalog").set(columns).where("interview_id", "=", interviewId).execute();
}

/** What is other; a name that another interview has is left to it. */
async function originColumns(
  db: Db,
  { folded_name, ...before }: Tables["interview_catalog"],
  { name, source }: Pick<CatalogEntry, "name" | "source">,
): Promise<Partial<Tables["interview_catalog"]>> {
  if (before.name === name && before.source === source) return {};
  const isFree = folded_name === foldedName(name) || !(await hasName(db, name));
  return { source, ...(isFree && { name, folded_name: foldedName(name) }) };
}

async function listDefinitions(db: Db): Promise<StoredDefinition[]> {
  const rows = await db
    .selectFrom("interviews")
    .select(["hash", "body"])
    .orderBy("first_used_at")
    .orderBy("hash")
    .execute();
  return rows.map(({ hash, body }) => ({ hash, interview: parseStored(body) as Interview }));
}

function entryOf(row: Tables["interview_catalog"]): CatalogEntry {
  return {
    interviewId: row.interview_id,
    name: row.name,
    source: row.source,
    currentVersion: row.current_version,
    isDefault: row.is_default === 1,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  };
}

function versionOf(row: Omit<Tables["interview_versions"], "body">): ListedVersion {
  return {
    interviewId: row.interview_id,
    number: row.number,
    hashes: new Map(Object.entries(parseStored(row.hashes) as { [L in Language]: string })) as ReadonlyMap<
      Language,
      string
    >,
    note: row.note,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
  };
}
