import type { Kysely } from "kysely";
import { CHAIN_START, type ChainHead, linkAfter } from "../audit/audit-chain.ts";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

const EVENTS_AT_ONCE = 500;

/** Gives each event of the audit trail a number, and a hash over itself and all earlier events. */
export async function auditChain(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema.alterTable("events").addColumn("seq", whole).execute();
  await db.schema.alterTable("events").addColumn("hash", "text").execute();
  await db.schema
    .createTable("audit_head")
    .addColumn("id", whole, (column) => column.primaryKey())
    .addColumn("seq", whole, (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
  const head = await chainAll(db);
  await db
    .insertInto("audit_head")
    .values({ id: 1, ...head })
    .execute();
  await db.schema.createIndex("events_by_seq").on("events").column("seq").unique().execute();
}

/** Chains the events from before this migration, in order of time. */
async function chainAll(db: Kysely<Tables>): Promise<ChainHead> {
  await db.schema.createIndex("events_by_time").on("events").columns(["at", "event_id"]).execute();
  let head = CHAIN_START;
  let last: { at: number; event_id: string } | undefined;
  do {
    const events = await eventsAfter(db, last);
    for (const event of events) {
      head = linkAfter(head, event);
      await db.updateTable("events").set(head).where("event_id", "=", event.event_id).execute();
    }
    last = events.at(-1);
  } while (last);
  await db.schema.dropIndex("events_by_time").execute();
  return head;
}

function eventsAfter(db: Kysely<Tables>, last: { at: number; event_id: string } | undefined) {
  return db
    .selectFrom("events")
    .selectAll()
    .$if(last !== undefined, (events) =>
      events.where((row) =>
        row.or([
          row("at", ">", last?.at ?? 0),
          row.and([row("at", "=", last?.at ?? 0), row("event_id", ">", last?.event_id ?? "")]),
        ]),
      ),
    )
    .orderBy("at")
    .orderBy("event_id")
    .limit(EVENTS_AT_ONCE)
    .execute();
}
