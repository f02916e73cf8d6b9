import * as z from "zod/mini";
import { pageQuery } from "../api/paging.ts";
import { instantSchema } from "../api/scalars.ts";
import { auditGroups } from "./audit-kinds.ts";
import { idOrWordSchema } from "./clients.ts";

export const AUDIT_PER_PAGE = 100;

/** A line of the audit trail: who did what to whom, when, from where. No key, token or answer is ever in it. */
export const auditLineSchema = z.object({
  eventId: z.string(),
  at: instantSchema,
  /** Such as `key.issued`. */
  kind: z.string(),
  /** A manager's or client's id, `operator`, or `nobody` where no one was signed in. */
  actor: z.string(),
  /** Null where it is no account, or one that is gone. */
  actorName: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** Null where the client is erased. */
  clientName: z.nullable(z.string()),
  /** The account that it was done to, where that is another one than the actor's; else null. */
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  keyId: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** An IPv4 /24 or an IPv6 /48. */
  address: z.nullable(z.string()),
  /** Of the manager's session, such as `Firefox on Windows`; null where it is unknown, and for programs. */
  device: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/** `next` asks for the page after this one; null on the last. */
export const auditPageSchema = z.object({
  lines: z.array(auditLineSchema),
  next: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** The server mails half of all lines by schedule. */
export const automaticMails = ["shown", "hidden"] as const;

const filterFields = {
  /** As in a line. */
  actor: z.optional(idOrWordSchema),
  group: z.optional(z.enum(auditGroups)),
  /** A client's id. */
  client: z.optional(idOrWordSchema),
  /** From that instant on. */
  since: z.optional(instantSchema),
  /** Before that instant. */
  until: z.optional(instantSchema),
  /** Mail that the server sent without being asked by a person. */
  automaticMail: z._default(z.enum(automaticMails), "shown"),
};

/** Which events are listed: all conditions hold at once. */
export const auditFilterSchema = z.strictObject(filterFields);
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditQuerySchema = z.strictObject({ ...pageQuery(AUDIT_PER_PAGE), ...filterFields });
