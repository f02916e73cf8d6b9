import { isoOf } from "#contract/instants.ts";
import { AUDIT_PER_PAGE, type AuditLine, type AuditPage } from "#contract/manage/audit.ts";
import { CatalogueError } from "../http/errors.ts";
import type { ListedEvent } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";

const CURSOR = /^[1-9]\d{0,14}$/;

/** One page of the audit trail, newest first, with the names that there still are. */
export async function readAudit(
  storage: Pick<Storage, "audit" | "clients">,
  from: string | undefined,
): Promise<AuditPage> {
  const beforeSeq = from === undefined ? undefined : cursorOf(from);
  // one more, to know whether there is a next page
  const events = await storage.audit.listAll({ limit: AUDIT_PER_PAGE + 1, ...(beforeSeq && { beforeSeq }) });
  const shown = events.slice(0, AUDIT_PER_PAGE);
  const names = await storage.clients.namesOf(
    shown.flatMap(({ actor, clientId }) => [actor, clientId ?? actor]),
  );
  const last = shown.at(-1);
  return {
    lines: shown.map((event) => auditLine(event, names)),
    next: events.length > shown.length && last ? String(last.seq) : null,
  };
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
    const details = [{ path: "from", message: 'Expected the "next" of the page before' }];
    throw new CatalogueError("VALIDATION_ERROR", { details });
  }
  return Number(text);
}
