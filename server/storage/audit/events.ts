import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { EventKind } from "#contract/manage/audit-kinds.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { type ChainHead, linkAfter, type UnchainedEvent } from "./audit-chain.ts";
import { type EventPage, newestEvents } from "./event-pages.ts";

/** Instants are epoch milliseconds throughout. */

export type { EventKind };

/** One event of the audit trail. */
export type StorageEvent = {
  at: number;
  kind: EventKind;
  /** The actor: a client's or manager's id, `operator`, or a fixed value for requests without a sign-in. */
  actor: string;
  clientId?: string;
  keyId?: string;
  requestId?: string;
  /**
   * A word or two: the cause of a refusal, the restored revision, or the id of a take or a webhook. For a setting: its
   * value before and after, as JSON. Never a key, a token, a password or an answer.
   */
  detail?: string;
  /**
   * The address of the request, without the part that tells one household from the next: an IPv4 /24 or an IPv6 /48.
   */
  address?: string;
  /** The device of the manager's session, in our own words; null if unknown. */
  device?: string | null;
  /** Whether administrators are notified by mail of an act on an account. Not stored. */
  isNotified?: boolean;
};

/**
 * Part of each transaction that has events to record. Appends them to the trail; transactions append one after another.
 */
export async function insertEvents(db: Db, events: StorageEvent[]): Promise<void> {
  if (events.length === 0) return;
  // updates the row before reading it, so that no other transaction can append at the same place
  const { seq, hash } = await db
    .updateTable("audit_head")
    .set((head) => ({ seq: head("seq", "+", events.length) }))
    .returning(["seq", "hash"])
    .executeTakeFirstOrThrow();
  let head: ChainHead = { seq: seq - events.length, hash };
  const rows = events.map(toRow).map((row) => {
    head = linkAfter(head, row);
    return { ...row, ...head };
  });
  await db.insertInto("events").values(rows).execute();
  await db.updateTable("audit_head").set(head).execute();
}

export type ListedEvent = StorageEvent & { eventId: string; seq: number };
type Arrivals = { managerId: string; address: string; since: number; until?: number };

/** An event as stored in the trail, for the code that checks the trail. */
export type ChainedEvent = UnchainedEvent & ChainHead;
type ChainPage = { afterSeq: number; limit: number };

export function eventQueries(engine: Engine) {
  return {
    /** For events without any other write, such as a refused key. */
    record: (...events: StorageEvent[]) => engine.write((db) => insertEvents(db, events)),

    /** Events of all clients and managers, newest first. */
    listAll: (page: EventPage): Promise<ListedEvent[]> =>
      engine.read(async (db) => {
        const rows = await newestEvents(db, page).execute();
        return rows.map((row) => ({ ...fromRow(row), eventId: row.event_id, seq: row.seq }));
      }),

    find: (eventId: string): Promise<StorageEvent | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("events")
          .selectAll()
          .where("event_id", "=", eventId)
          .executeTakeFirst();
        return row && fromRow(row);
      }),

    /** Whether anyone has signed in to an account from an address, from `since` until before `until`. */
    hasSignedInFrom: ({
      managerId,
      address,
      since,
      until = Number.MAX_SAFE_INTEGER,
    }: Arrivals): Promise<boolean> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("events")
          .select("seq")
          // a literal, so that SQLite uses its partial index
          .where("kind", "=", sql.lit("manager.signed-in"))
          .where("actor", "=", managerId)
          .where("address", "=", address)
          .where("at", ">=", since)
          .where("at", "<", until)
          .limit(1)
          .executeTakeFirst();
        return row !== undefined;
      }),

    /** As stored, oldest first. */
    listChain: ({ afterSeq, limit }: ChainPage): Promise<ChainedEvent[]> =>
      engine.read((db) =>
        db.selectFrom("events").selectAll().where("seq", ">", afterSeq).orderBy("seq").limit(limit).execute(),
      ),

    /** The expected end of the trail, and the number of events outside the trail, from the same snapshot. */
    chainHead: (): Promise<(ChainHead & { outside: number }) | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("audit_head")
          .select(["seq", "hash"])
          .select((head) =>
            head
              .selectFrom("events")
              .select(({ fn }) => fn.countAll<number>().as("count"))
              .where((event) =>
                event.or([
                  event("events.seq", "is", null),
                  event("events.seq", "<", 1),
                  event("events.seq", ">", event.ref("audit_head.seq")),
                ]),
              )
              .as("outside"),
          )
          .executeTakeFirst();
        return row && { ...row, outside: Number(row.outside) };
      }),

    /** Newest first. */
    list: (clientId: string): Promise<StorageEvent[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("events")
          .selectAll()
          .where("client_id", "=", clientId)
          .orderBy("seq", "desc")
          .execute();
        return rows.map(fromRow);
      }),
  };
}

function toRow(event: StorageEvent): UnchainedEvent {
  return {
    event_id: randomUUID(),
    at: event.at,
    kind: event.kind,
    actor: event.actor,
    client_id: event.clientId ?? null,
    key_id: event.keyId ?? null,
    request_id: event.requestId ?? null,
    detail: event.detail ?? null,
    address: event.address ?? null,
    device: event.device ?? null,
  };
}

function fromRow(row: Tables["events"]): StorageEvent {
  return {
    at: row.at,
    kind: row.kind as StorageEvent["kind"],
    actor: row.actor,
    ...(row.client_id !== null && { clientId: row.client_id }),
    ...(row.key_id !== null && { keyId: row.key_id }),
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.address !== null && { address: row.address }),
    ...(row.device !== null && { device: row.device }),
  };
}
