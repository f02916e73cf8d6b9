import { auditKinds, isEventKind } from "#contract/manage/audit-kinds.ts";
import type { StorageEvent } from "../storage/audit/events.ts";

const MANAGER_ID = /(?:^|\s)(mg_[\da-f]{20})(?=\s|$)/;

/** The account that an event is about, named in its detail; undefined if it is the actor's own. */
export function auditedManager({
  kind,
  actor,
  detail = "",
}: Pick<StorageEvent, "kind" | "actor" | "detail">) {
  if (!isEventKind(kind) || (auditKinds[kind] !== "team" && kind !== "mail.choices-changed"))
    return undefined;
  const [, managerId] = MANAGER_ID.exec(detail) ?? [];
  return managerId === actor ? undefined : managerId;
}
