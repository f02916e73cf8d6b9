import * as z from "zod/mini";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { nameSchema } from "./names.ts";

/** Links by which somebody without an account reads a client's brief. */

export const SHARES_PER_CLIENT_MAX = 20;
export const SHARE_DAYS = 14;
export const SHARE_MAX_DAYS = 90;
export const RECIPIENT_MAX_LENGTH = 100;
/** Presses from one network; each leaves a line in the audit trail. */
export const SHARE_OPENINGS_PER_HOUR = 100;
/** Each takes a browser on the server. */
export const SHARE_PDFS_PER_HOUR = 20;
export const SHARE_TOKEN_PREFIX = "fhb_";

/** What the brief shows beside the answers. */
export const shareOptionsSchema = z.strictObject({
  recordings: z.boolean(),
  contact: z.boolean(),
  followUps: z.boolean(),
});
export type ShareOptions = z.infer<typeof shareOptionsSchema>;

export const makeShareRequestSchema = z.strictObject({
  /** Stands across the brief. */
  recipient: nameSchema(RECIPIENT_MAX_LENGTH),
  days: z._default(z.int().check(z.minimum(1), z.maximum(SHARE_MAX_DAYS)), SHARE_DAYS),
  recordings: z._default(z.boolean(), false),
  contact: z._default(z.boolean(), false),
  followUps: z._default(z.boolean(), true),
});
export type MakeShareRequest = z.input<typeof makeShareRequestSchema>;

export const shareSchema = z.object({
  shareId: z.string(),
  recipient: z.string(),
  options: shareOptionsSchema,
  /** The manager who made it. */
  madeBy: z.string(),
  madeAt: instantSchema,
  expiresAt: instantSchema,
  /** Presses of Open brief, of anyone who has the link. */
  opens: countSchema,
  /** Null before the first. */
  lastOpenedAt: z.nullable(instantSchema),
});
export type Share = z.infer<typeof shareSchema>;

/** Those that are live, newest first. */
export const sharesSchema = z.object({ shares: z.array(shareSchema) });
export type Shares = z.infer<typeof sharesSchema>;

/** Shown this once. No server sees what stands behind the # of the link. */
export const madeShareSchema = z.object({ shareId: z.string(), link: z.string(), expiresAt: instantSchema });
export type MadeShare = z.infer<typeof madeShareSchema>;

/** Any text: a token that is cut short is as wrong as any other. */
export const openShareRequestSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) });
/** Where the brief is for the browser that has got the cookie. */
export const openedShareSchema = z.object({ address: z.string() });
