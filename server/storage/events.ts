import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Tables } from "./schema.ts";
import type { StorageEvent } from "./storage.ts";

export async function insertEvents(db: Kysely<Tables>, events: StorageEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.insertInto("events").values(events.map(toRow)).execute();
}

export type ListedEvent = StorageEvent & { eventId: string };
type EventPage = { limit: number; before?: Pick<ListedEvent, "at" | "eventId"> };

export function eventQueries(engine: Engine) {
  return {
    /** For what happens without any other write, such as a refused key. */
    recordEvent: (event: StorageEvent) => engine.write((db) => insertEvents(db, [event])),

    /** Of all clients and managers, newest first; `before` is the last event of the page before. */
    listAllEvents: ({ limit, before }: EventPage): Promise<ListedEvent[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("events")
          .selectAll()
          .$if(before !== undefined, (events) =>
            events.where((row) =>
              row.or([
                row("at", "<", before?.at ?? 0),
                row.and([row("at", "=", before?.at ?? 0), row("event_id", "<", before?.eventId ?? "")]),
              ]),
            ),
          )
          .orderBy("at", "desc")
          .orderBy("event_id", "desc")
          .limit(limit)
          .execute();
        return rows.map((row) => ({ ...fromRow(row), eventId: row.event_id }));
      }),

    /** Newest first. */
    listEvents: (clientId: string): Promise<StorageEvent[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("events")
          .selectAll()
          .where("client_id", "=", clientId)
          .orderBy("at", "desc")
          .execute();
        return rows.map(fromRow);
      }),
  };
}

function toRow(event: StorageEvent): Tables["events"] {
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
  };
}
