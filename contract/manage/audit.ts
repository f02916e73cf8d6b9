import * as z from "zod/mini";
import { pageQuery } from "../api/paging.ts";
import { instantSchema } from "../api/scalars.ts";
import { auditGroups } from "./audit-kinds.ts";
import { idOrWordSchema } from "./clients.ts";

export const AUDIT_PER_PAGE = 100;

/** A line of the audit trail: who did what to whom, when, from where. It never contains keys, tokens or answers. */
export const auditLineSchema = z.object({
  eventId: z.string(),
  at: instantSchema,
  /** Such as `key.issued`. */
  kind: z.string(),
  /** A manager's or client's id, `operator`, or `nobody` where no one was signed in. */
  actor: z.string(),
  /** Null if the actor is not an account, or its account is gone. */
  actorName: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** Null if the client was erased. */
  clientName: z.nullable(z.string()),
  /** The account that the event changed, if that is not the actor's; otherwise null. */
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  keyId: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** An IPv4 /24 or an IPv6 /48. */
  address: z.nullable(z.string()),
  /** The device of the manager's session, such as `Firefox on Windows`; null if unknown, and for programs. */
  device: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/** `next` is the cursor of the next page; null on the last. */
export const auditPageSchema = z.object({
  lines: z.array(auditLineSchema),
  next: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

/** Filters out scheduled mails, which make up about half of all lines. */
export const automaticMails = ["shown", "hidden"] as const;

const filterFields = {
  /** As `actor` in a line. */
  actor: z.optional(idOrWordSchema),
  group: z.optional(z.enum(auditGroups)),
  /** A client's id. */
  client: z.optional(idOrWordSchema),
  /** Events at or after that instant. */
  since: z.optional(instantSchema),
  /** Events before that instant. */
  until: z.optional(instantSchema),
  /** Mail that the server sent on schedule, without a person's request. */
  automaticMail: z._default(z.enum(automaticMails), "shown"),
};

/** The events to list: all conditions must hold. */
export const auditFilterSchema = z.strictObject(filterFields);
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const auditQuerySchema = z.strictObject({ ...pageQuery(AUDIT_PER_PAGE), ...filterFields });
