import type { AuditLine } from "#contract/manage/audit.ts";
import { auditKinds, isEventKind } from "#contract/manage/audit-kinds.ts";
import { csvOf } from "../records/export-record.ts";

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** Read by programs, so they are the same in every language. */
const COLUMNS = [
  "at",
  "group",
  "kind",
  "actor",
  "actorName",
  "clientId",
  "clientName",
  "managerId",
  "managerName",
  "keyId",
  "detail",
  "address",
  "device",
  "requestId",
  "eventId",
] as const;

/** One row per event, streamed. The header comes with the first rows, so that a read failure yields no file at all. */
export async function* auditCsv(pages: AsyncIterable<AuditLine[]>): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + csvOf([[...COLUMNS]]);
  for await (const lines of pages) {
    yield head + csvOf(lines.map(rowOf));
    head = "";
  }
}

function rowOf(line: AuditLine): string[] {
  const cells = { ...line, group: isEventKind(line.kind) ? auditKinds[line.kind] : null };
  return COLUMNS.map((column) => cells[column] ?? "");
}
