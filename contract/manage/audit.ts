import * as z from "zod/mini";
import { pageQuery } from "../api/paging.ts";
import { instantSchema } from "../api/scalars.ts";

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
  keyId: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** An IPv4 /24 or an IPv6 /48. */
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/** `next` asks for the page after this one; null on the last. */
export const auditPageSchema = z.object({
  lines: z.array(auditLineSchema),
  next: z.nullable(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;

export const auditQuerySchema = z.strictObject(pageQuery(AUDIT_PER_PAGE));
