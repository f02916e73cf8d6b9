import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { type EventKind, eventKinds } from "#contract/manage/audit-kinds.ts";
import type { Db, Tables } from "../engine/schema.ts";

/** A filter of the audit trail; all conditions must hold. */
export type EventFilter = {
  actor?: string | undefined;
  clientId?: string | undefined;
  kinds?: readonly EventKind[] | undefined;
  since?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
  /** Leaves out mails that the server sends on a schedule. */
  hidesAutomaticMail?: boolean | undefined;
};
/** A cursor. Events of the same instant are in the order of the trail. */
export type EventCursor = { at: number; seq: number };
export type EventPage = EventFilter & { limit: number; after?: EventCursor | undefined };

type Events = SelectQueryBuilder<Tables, "events", object>;
/** The events of one kind; without an actor, automatic mails are left out. */
type Branch = { kind: EventKind; actor?: string | undefined };

const NOWHERE: EventCursor = { at: 0, seq: 0 };
const AUTOMATIC = { kind: "mail.sent", actor: "nobody" } as const;

/** One page, newest first. */
export function newestEvents(db: Db, page: EventPage) {
  const places = page.clientId === undefined ? newestOfKinds(db, page) : newestOfClient(db, page);
  return db
    .selectFrom("events")
    .selectAll()
    .where("seq", "in", places)
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(page.limit);
}

/** One client has few events, so they need no branches. */
function newestOfClient(db: Db, page: EventPage) {
  const { clientId = "", actor, kinds, hidesAutomaticMail = false } = page;
  return inOrder(db.selectFrom("events"), page)
    .select("seq")
    .where("client_id", "=", clientId)
    .$if(actor !== undefined, (events) => events.where("actor", "=", actor ?? ""))
    .$if(kinds !== undefined, (events) => events.where("kind", "in", [...(kinds ?? [])]))
    .$if(hidesAutomaticMail, (events) => events.where(isNotAutomatic));
}

/**
 * Reads the newest events of each kind and merges them: each branch reads an index backward and stops after a page, so
 * that no filter scans the trail.
 */
function newestOfKinds(db: Db, page: EventPage) {
  const [first, ...others] = branchesOf(page).map((branch) => newestOfBranch(db, page, branch));
  if (!first) return db.selectFrom("events").select("seq").where(sql<boolean>`1 = 0`);
  const all = others.reduce((union, each) => union.unionAll(each), first);
  return db
    .selectFrom(all.as("found"))
    .select("seq")
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(page.limit);
}

function branchesOf({ actor, kinds = eventKinds, hidesAutomaticMail = false }: EventPage): Branch[] {
  if (actor !== undefined) {
    const isHidden = (kind: EventKind) =>
      hidesAutomaticMail && kind === AUTOMATIC.kind && actor === AUTOMATIC.actor;
    return kinds.filter((kind) => !isHidden(kind)).map((kind) => ({ kind, actor }));
  }
  const isAutomaticShown = !hidesAutomaticMail && kinds.includes(AUTOMATIC.kind);
  return [...kinds.map((kind) => ({ kind })), ...(isAutomaticShown ? [AUTOMATIC] : [])];
}

function newestOfBranch(db: Db, page: EventPage, { kind, actor }: Branch) {
  const newest = inOrder(db.selectFrom("events"), page)
    .select(["at", "seq"])
    .where("kind", "=", sql.lit(kind))
    .$if(actor !== undefined, (events) => events.where("actor", "=", actor ?? ""))
    // exactly the condition of the partial index
    .$if(actor === undefined, (events) => events.where(isNotAutomatic));
  return db.selectFrom(newest.as("newest")).select(["at", "seq"]);
}

/** Exactly the condition of the partial index by kind, which databases use only for a query with the same condition. */
export function isNotAutomatic() {
  return sql<boolean>`(kind <> 'mail.sent' or actor <> 'nobody')`;
}

function inOrder(events: Events, { since, until, after, limit }: EventPage): Events {
  return (
    events
      // events without a number are not part of the trail
      .where("seq", "is not", null)
      .$if(since !== undefined, (some) => some.where("at", ">=", since ?? 0))
      .$if(until !== undefined, (some) => some.where("at", "<", until ?? 0))
      .$if(after !== undefined, (some) => some.where((row) => isAfter(row, after ?? NOWHERE)))
      .orderBy("at", "desc")
      .orderBy("seq", "desc")
      .limit(limit)
  );
}

function isAfter(row: ExpressionBuilder<Tables, "events">, { at, seq }: EventCursor) {
  return row.and([row("at", "<=", at), row.or([row("at", "<", at), row("seq", "<", seq)])]);
}
