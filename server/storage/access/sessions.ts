import { type Selectable, sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { inGroups, oneByOne, writeOfGroup } from "../engine/batches.ts";
import { activeHourFrom, noteStates } from "../engine/client-facts.ts";
import {
  type ClientInterview,
  type InterviewColumns,
  interviewColumns,
  interviewOf,
} from "../engine/client-interview.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import { damageError } from "../engine/damage.ts";
import { type Engine, prepareMany } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { noteKeyUse } from "./access-keys.ts";
import { signedInHelper, takeHelperNews } from "./helping.ts";
import { forgetWait } from "./key-waits.ts";
import { notePasskeyUse, type PasskeyUse } from "./passkeys.ts";

/** `tokenHash`: SHA-256 of the token, hex. `sessionId` is public: it names the session to anyone who may end it. */
export type Session = StoredRow<"sessions">;
/** A session as each of its requests looks it up. */
export type FoundSession = Session & { interview: ClientInterview };

const { stored: sessionOf, row: sessionRow } = rowsOf("sessions");

/**
 * `language`, `timeZone`: from the client's browser; if absent, the stored value stays. `browserHash`: identifies the
 * browser, for the key of a sign-in link.
 */
type NewSession = Omit<Session, "device" | "helperId"> & {
  device?: Session["device"];
  /** Whether a helper of the client signs in. */
  isHelpers?: boolean;
  language?: Language;
  timeZone?: string;
  browserHash?: string;
  /** The passkey's answer, if the client signs in with a passkey. */
  passkeyUse?: PasskeyUse;
};

/** Which of a client's sessions: one, all of the client's own but one, or all including helpers'. */
export type SessionChoice = { sessionId: string } | { otherThan: Session["tokenHash"] } | "all";

type SessionRow = Selectable<Tables["sessions"]> & {
  [Name in keyof InterviewColumns]: InterviewColumns[Name] | null;
};

/** A session is deleted with its client: a session without a client means that the index of clients is damaged. */
function withClient({ interview_id, interview_version }: SessionRow): InterviewColumns {
  if (interview_id === null) throw damageError();
  return { interview_id, interview_version };
}

type SessionUse = { tokenHash: string; at: number };

export function sessionQueries(engine: Engine, seals: DataKeyring) {
  const outbox = webhookOutbox(engine, seals);
  const byTokens = prepareMany<{ tokenHash: string }, SessionRow>((each) =>
    engine.reader
      .selectFrom("sessions")
      .leftJoin("clients", "clients.client_id", "sessions.client_id")
      .selectAll("sessions")
      .select(interviewColumns)
      .where(
        "token_hash",
        "in",
        each.map((param) => param("tokenHash")),
      ),
  );
  const findAll = (tokenHashes: string[]): Promise<(FoundSession | undefined)[]> =>
    engine.read(async (db) => {
      const rows = await byTokens(
        db,
        tokenHashes.map((tokenHash) => ({ tokenHash })),
      );
      const found = new Map(
        rows.map((row) => [row.token_hash, { ...sessionOf(row), interview: interviewOf(withClient(row)) }]),
      );
      return tokenHashes.map((tokenHash) => found.get(tokenHash));
    });
  const findGrouped = inGroups({ run: findAll, ownerOf: (tokenHash: string) => tokenHash });

  /** Concurrent uses share one time and one write: after an outage, all clients return at once. */
  const touchAll = (uses: SessionUse[]): Promise<undefined[]> =>
    engine.write(async (db) => {
      const at = Math.max(...uses.map((use) => use.at));
      const tokenHashes = uses.map(({ tokenHash }) => tokenHash);
      await db
        .updateTable("sessions")
        .set({ last_used_at: at })
        .where("token_hash", "in", tokenHashes)
        .execute();
      // a helper's visit does not count as the client's
      const whose = db
        .selectFrom("sessions")
        .select("client_id")
        .where("token_hash", "in", tokenHashes)
        .where("helper_id", "is", null);
      await db
        .updateTable("clients")
        .set({ last_seen_at: at, active_hour: activeHourFrom(sql`cast(${at} as bigint)`) })
        .where("client_id", "in", whose)
        .execute();
      return uses.map(() => undefined);
    }, writeOfGroup(uses));
  const touchGrouped = inGroups({ run: touchAll, ownerOf: ({ tokenHash }: SessionUse) => tokenHash });
  const touchOne = engine.isShared ? touchGrouped : oneByOne(touchAll);

  /** Stores what a sign-in shows about the client. */
  async function noteVisit(db: Db, { clientId, createdAt, language, timeZone }: NewSession): Promise<void> {
    const first = db.selectFrom("clients").select("client_id").where("client_id", "=", clientId);
    const isFirst = (await first.where("opened_at", "is", null).executeTakeFirst()) !== undefined;
    await db
      .updateTable("clients")
      .set({
        last_seen_at: createdAt,
        // only the first sign-in counts
        opened_at: sql<number>`coalesce(clients.opened_at, ${createdAt})`,
        ...(language !== undefined && { language }),
        ...(timeZone !== undefined && { time_zone: timeZone }),
      })
      .where("client_id", "=", clientId)
      .execute();
    await noteStates(db, [clientId]);
    if (isFirst) await outbox.tell(db, { kind: "client.opened", clientId, at: createdAt });
  }

  async function openIn(
    db: Db,
    session: NewSession,
    { maxPerKey, events }: { maxPerKey: number; events: StorageEvent[] },
  ) {
    const { keyId, clientId, isHelpers = false } = session;
    const helper = isHelpers ? await signedInHelper(db, { keyId, seals }) : undefined;
    if (isHelpers && !helper) return undefined;
    const use = await noteUse(db, session);
    if (use === "bound") return use;
    if (use === "revoked") return undefined;
    await insertSession(db, { ...session, helperId: helper?.helperId ?? null }, maxPerKey);
    if (!helper) await noteVisit(db, session);
    await forgetWait(db, keyId);
    await insertEvents(db, events);
    const client = db.selectFrom("clients").select(["name", "draft_key"]).where("client_id", "=", clientId);
    const { name: clientName, draft_key } = await client.executeTakeFirstOrThrow();
    if (helper) return { clientName, draftKey: helper.draftKey, helper };
    const { unseal } = await seals.toRead(db, clientId);
    const helped = await takeHelperNews(db, { clientId, seals });
    return { clientName, draftKey: unseal(sealingContexts.draftKey, draft_key), helped };
  }

  return {
    /**
     * Keeps the newest `maxPerKey` sessions of the key. Returns what the client gets at sign-in. Writes nothing and
     * returns undefined if the key was revoked or deleted meanwhile, or if a passkey already answered this challenge;
     * returns "bound" if another browser has used the sign-in link.
     */
    open: (session: NewSession, maxPerKey: number, events: StorageEvent[]) =>
      engine.write((db) => openIn(db, session, { maxPerKey, events })),

    /** Each request looks up its session; on a shared database, concurrent look-ups are batched. */
    find: engine.isShared ? findGrouped : oneByOne(findAll),

    touch: (tokenHash: string, at: number): Promise<void> => touchOne({ tokenHash, at }),

    /** Writes nothing if there is no session with that token. */
    end: (tokenHash: string, events: StorageEvent[]) =>
      engine.write(async (db) => {
        const ended = await db.deleteFrom("sessions").where("token_hash", "=", tokenHash).executeTakeFirst();
        if (ended.numDeletedRows > 0n) await insertEvents(db, events);
      }),

    /** Live sessions of all keys of a client, newest first, without helpers' sessions. */
    list: (clientId: string, { now, idleMs }: { now: number; idleMs: number }): Promise<Session[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("sessions")
          .selectAll()
          .where("client_id", "=", clientId)
          .where("helper_id", "is", null)
          .where("expires_at", ">", now)
          .where("last_used_at", ">", now - idleMs)
          .orderBy("created_at", "desc")
          .orderBy("session_id")
          .execute();
        return rows.map(sessionOf);
      }),

    /** Writes one event for each ended session, oldest first. Returns how many were ended. */
    endOf: (
      clientId: string,
      choice: SessionChoice,
      tell: (session: Session) => StorageEvent,
    ): Promise<number> =>
      engine.write(async (db) => {
        const ended = await db
          .deleteFrom("sessions")
          .where("client_id", "=", clientId)
          .where((row) => {
            if (choice === "all") return row.lit(true);
            if ("sessionId" in choice) return row("session_id", "=", choice.sessionId);
            return row.and([row("token_hash", "!=", choice.otherThan), row("helper_id", "is", null)]);
          })
          .returningAll()
          .execute();
        await insertEvents(
          db,
          ended.toSorted(oldestFirst).map((row) => tell(sessionOf(row))),
        );
        return ended.length;
      }),

    /** Deletes expired and idle sessions. */
    dropDead: (now: number, idleMs: number) =>
      engine.write(async (db) => {
        await db
          .deleteFrom("sessions")
          .where((row) => row.or([row("expires_at", "<=", now), row("last_used_at", "<=", now - idleMs)]))
          .execute();
      }),
  };
}

/** Keeps the newest `maxPerKey` sessions of the key, including the new one. */
async function insertSession(
  db: Db,
  { device = null, ...session }: NewSession & Pick<Session, "helperId">,
  maxPerKey: number,
): Promise<void> {
  const { keyId, createdAt } = session;
  const kept = db.selectFrom("sessions").where("key_id", "=", keyId);
  const newest = kept
    .select("token_hash")
    .orderBy("created_at", "desc")
    .limit(maxPerKey - 1);
  await db.deleteFrom("sessions").where("key_id", "=", keyId).where("token_hash", "not in", newest).execute();
  const latest = await kept.select(({ fn }) => fn.max("created_at").as("at")).executeTakeFirst();
  // keeps the order of sign-ins, even within one millisecond and after the clock was set back
  const created_at = Math.max(createdAt, (latest?.at ?? 0) + 1);
  // inserted after the older ones are deleted, which must not count the new session
  await db
    .insertInto("sessions")
    .values({ ...sessionRow({ ...session, device }), created_at } satisfies Tables["sessions"])
    .execute();
}

/** Notes the use of the client's key, and of its passkey, if any. */
async function noteUse(
  db: Db,
  { keyId, clientId, createdAt: at, browserHash, passkeyUse }: NewSession,
): Promise<"used" | "revoked" | "bound"> {
  if (passkeyUse && !(await notePasskeyUse(db, keyId, passkeyUse))) return "revoked";
  return noteKeyUse(db, { keyId, clientId, at, browserHash });
}

function oldestFirst(one: Tables["sessions"], other: Tables["sessions"]): number {
  return one.created_at - other.created_at || (one.session_id < other.session_id ? -1 : 1);
}
