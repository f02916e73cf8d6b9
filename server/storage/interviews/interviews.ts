import type { Language } from "#contract/languages.ts";
import type { InterviewSource } from "#contract/manage/interviews.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { type ClientInterview, findClientInterview } from "../engine/client-interview.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Tables } from "../engine/schema.ts";
import { hasName, listDefinitions, type StoredDefinition } from "./catalog-rows.ts";
import { queueSummaries } from "./queue-summaries.ts";

/** An interview in the catalog. */
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

/** A version without its content. */
export type ListedVersion = {
  interviewId: string;
  /** From 1. */
  number: number;
  /** The hashes of its definitions, the interview's first language first. */
  hashes: ReadonlyMap<Language, string>;
  note: string | null;
  publishedAt: number;
  publishedBy: string | null;
};

export type NewInterview = Pick<CatalogEntry, "interviewId" | "name"> & { at: number; by?: string };

type Unasked = { interviewId: string; before: number; limit: number };

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

    /** Versions of all interviews, in order of publishing. */
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

    /** A version's content; undefined if there is no such version. */
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

    /** The interview and version that a client is asked; undefined if there is no such client. */
    findOfClient: (clientId: string): Promise<ClientInterview | undefined> =>
      engine.read((db) => findClientInterview(db, clientId)),

    /**
     * Gives a client another interview, in its current version. If the client already has the interview, its version
     * stays.
     */
    assign: (
      { clientId, interviewId, at }: { clientId: string; interviewId: string; at: number },
      events: StorageEvent[],
    ): Promise<"done" | "unchanged" | "missing"> =>
      engine.write(async (db) => {
        const before = await findClientInterview(db, clientId);
        if (!before) return "missing";
        if (before.interviewId === interviewId) return "unchanged";
        const assigned = await db
          .updateTable("clients")
          .set({ interview_id: interviewId, interview_version: null })
          .where("client_id", "=", clientId)
          .where("erased_at", "is", null)
          .executeTakeFirst();
        if (assigned.numUpdatedRows === 0n) return "missing";
        await queueSummaries(db, { interviewId, clientId, at });
        await insertEvents(db, events);
        return "done";
      }),

    /**
     * Moves up to `limit` clients who submitted an earlier version than `before` to the current version. Returns how
     * many; 0 if no more are left.
     */
    askSubmitted: ({ interviewId, before, limit }: Unasked): Promise<number> =>
      engine.write(async (db) => {
        const some = db
          .selectFrom("clients")
          .select("client_id")
          .where("interview_id", "=", interviewId)
          .where("interview_version", "<", before)
          .limit(limit);
        const asked = await db
          .updateTable("clients")
          .set({ interview_version: null })
          .where("client_id", "in", some)
          .executeTakeFirst();
        return Number(asked.numUpdatedRows);
      }),

    /** All definitions that this installation ever used, oldest first. */
    listDefinitions: (): Promise<StoredDefinition[]> => engine.read(listDefinitions),

    /** Adds an interview without a version. */
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

    /** How many clients stay on each version of an interview since submitting it, by the version's number. */
    countSubmitted: (interviewId: string): Promise<ReadonlyMap<number, number>> =>
      engine.readAside(async (db) => {
        const rows = await db
          .selectFrom("clients")
          .select(["interview_version", ({ fn }) => fn.countAll().as("count")])
          .where("interview_id", "=", interviewId)
          .where("interview_version", "is not", null)
          .where("erased_at", "is", null)
          .groupBy("interview_version")
          .execute();
        return new Map(
          rows.map(({ interview_version, count }) => [Number(interview_version), Number(count)]),
        );
      }),

    /** Every entry name of all versions, with the kinds of question that it had. */
    listEntryNames: (): Promise<ReadonlyMap<string, string[]>> =>
      engine.read(async (db) => {
        const rows = await db.selectFrom("entry_names").selectAll().orderBy("kind").execute();
        const byName = Map.groupBy(rows, ({ name }) => name);
        return new Map([...byName].map(([name, pairs]) => [name, pairs.map(({ kind }) => kind)]));
      }),

    /** How many clients of an interview will get its next version, and how many have submitted and stay on theirs. */
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

    /** How many follow-ups on these questions wait for clients of the interview who get its current version. */
    countFollowUps: async (interviewId: string, questionIds: string[]): Promise<number> => {
      if (questionIds.length === 0) return 0;
      return engine.readAside(async (db) => {
        const row = await db
          .selectFrom("threads")
          .innerJoin("clients", "clients.client_id", "threads.client_id")
          .select(({ fn }) => fn.countAll().as("open"))
          .where("clients.interview_id", "=", interviewId)
          .where("clients.interview_version", "is", null)
          .where("threads.asked_at", "is not", null)
          .where("threads.question_id", "in", questionIds)
          .executeTakeFirstOrThrow();
        return Number(row.open);
      });
    },
  };
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
