import { isoOf } from "#contract/instants.ts";
import { AUDIT_PER_PAGE, type AuditLine, type AuditPage } from "#contract/manage/audit.ts";
import { CatalogueError } from "../http/errors.ts";
import { type PageOptions, pageOf } from "../http/paging.ts";
import type { ListedEvent } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";

const CURSOR = /^[1-9]\d{0,14}$/;

/** One page of the audit trail, newest first, with the names that there still are. */
export async function readAudit(
  storage: Pick<Storage, "audit" | "clients">,
  { after, limit = AUDIT_PER_PAGE }: PageOptions,
): Promise<AuditPage> {
  const beforeSeq = after === undefined ? undefined : cursorOf(after);
  const events = await storage.audit.listAll({ limit: limit + 1, ...(beforeSeq && { beforeSeq }) });
  const { rows: shown, next } = pageOf(events, limit, ({ seq }) => String(seq));
  const names = await storage.clients.namesOf(
    shown.flatMap(({ actor, clientId }) => [actor, clientId ?? actor]),
  );
  return { lines: shown.map((event) => auditLine(event, names)), next };
}

function auditLine(event: ListedEvent, names: ReadonlyMap<string, string>): AuditLine {
  const { eventId, at, kind, actor, clientId, keyId, detail, address, requestId } = event;
  return {
    eventId,
    at: isoOf(at),
    kind,
    actor,
    actorName: names.get(actor) ?? null,
    clientId: clientId ?? null,
    clientName: (clientId && names.get(clientId)) || null,
    keyId: keyId ?? null,
    detail: detail ?? null,
    address: address ?? null,
    requestId: requestId ?? null,
  };
}

function cursorOf(text: string): number {
  if (!CURSOR.test(text)) {
    const details = [{ path: "after", message: 'Expected the "next" of the page before' }];
    throw new CatalogueError("VALIDATION_ERROR", { details });
  }
  return Number(text);
}
