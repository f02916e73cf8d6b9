import { isoOf } from "#contract/instants.ts";
import { AUDIT_PER_PAGE, type AuditFilter, type AuditLine, type AuditPage } from "#contract/manage/audit.ts";
import { kindsOf } from "#contract/manage/audit-kinds.ts";
import { CatalogError } from "../http/errors.ts";
import { type PageOptions, pageOf } from "../http/paging.ts";
import type { EventCursor, EventFilter } from "../storage/audit/event-pages.ts";
import type { ListedEvent } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";
import { auditedManager } from "./audited-manager.ts";

type AuditStorage = Pick<Storage, "audit" | "clients">;

const CURSOR = /^(\d{1,15})_([1-9]\d{0,14})$/;
const EVENTS_AT_ONCE = 500;

/** One page of the audit trail, newest first, with names as far as they still exist. */
export async function readAudit(
  storage: AuditStorage,
  filter: AuditFilter,
  { after, limit = AUDIT_PER_PAGE }: PageOptions,
): Promise<AuditPage> {
  const place = after === undefined ? undefined : placeOf(after);
  const events = await storage.audit.listAll({ ...eventFilter(filter), limit: limit + 1, after: place });
  const { rows: shown, next } = pageOf(events, limit, ({ at, seq }) => `${at}_${seq}`);
  return { lines: await auditLines(storage, shown), next };
}

/** Every entry that matches a filter, newest first, read in batches. */
export async function* everyAuditLine(
  storage: AuditStorage,
  filter: AuditFilter,
): AsyncGenerator<AuditLine[]> {
  let after: EventCursor | undefined;
  do {
    const events = await storage.audit.listAll({ ...eventFilter(filter), limit: EVENTS_AT_ONCE, after });
    yield await auditLines(storage, events);
    after = events.length < EVENTS_AT_ONCE ? undefined : events.at(-1);
  } while (after);
}

function eventFilter({ actor, group, client, since, until, automaticMail }: AuditFilter): EventFilter {
  return {
    actor,
    clientId: client,
    kinds: group && kindsOf(group),
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
    hidesAutomaticMail: automaticMail === "hidden",
  };
}

async function auditLines({ clients }: AuditStorage, events: ListedEvent[]): Promise<AuditLine[]> {
  const ids = events.flatMap((event) => [event.actor, event.clientId, auditedManager(event)]);
  const names = await clients.namesOf(ids.filter((id) => id !== undefined));
  return events.map((event) => auditLine(event, names));
}

function auditLine(event: ListedEvent, names: ReadonlyMap<string, string>): AuditLine {
  const { eventId, at, kind, actor, clientId, keyId, detail, address, device, requestId } = event;
  const managerId = auditedManager(event);
  return {
    eventId,
    at: isoOf(at),
    kind,
    actor,
    actorName: names.get(actor) ?? null,
    clientId: clientId ?? null,
    clientName: (clientId && names.get(clientId)) || null,
    managerId: managerId ?? null,
    managerName: (managerId && names.get(managerId)) || null,
    keyId: keyId ?? null,
    detail: detail ?? null,
    address: address ?? null,
    device: device ?? null,
    requestId: requestId ?? null,
  };
}

function placeOf(cursor: string): EventCursor {
  const [, at, seq] = CURSOR.exec(cursor) ?? [];
  if (seq === undefined) {
    const details = [{ path: "after", message: 'Expected the "next" of the page before' }];
    throw new CatalogError("VALIDATION_ERROR", { details });
  }
  return { at: Number(at), seq: Number(seq) };
}
