import * as z from "zod/mini";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { nameSchema } from "./names.ts";

/** Links with which people without an account read a client's brief. */

export const SHARES_PER_CLIENT_MAX = 20;
export const SHARE_DAYS = 14;
export const SHARE_MAX_DAYS = 90;
export const RECIPIENT_MAX_LENGTH = 100;
/** Openings from one network, since each adds a line to the audit trail. */
export const SHARE_OPENINGS_PER_HOUR = 100;
/** Each needs a browser on the server. */
export const SHARE_PDFS_PER_HOUR = 20;
export const SHARE_TOKEN_PREFIX = "fhb_";

/** What the brief shows besides the answers. */
export const shareOptionsSchema = z.strictObject({
  recordings: z.boolean(),
  contact: z.boolean(),
  followUps: z.boolean(),
});
export type ShareOptions = z.infer<typeof shareOptionsSchema>;

export const makeShareRequestSchema = z.strictObject({
  /** Shown across the brief as a watermark. */
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
  /** How often people with the link pressed "Open brief". */
  opens: countSchema,
  /** Null if it was never opened. */
  lastOpenedAt: z.nullable(instantSchema),
});
export type Share = z.infer<typeof shareSchema>;

/** The live shares, newest first. */
export const sharesSchema = z.object({ shares: z.array(shareSchema) });
export type Shares = z.infer<typeof sharesSchema>;

/** Shown only once. Browsers do not send the part of the link after # to servers. */
export const madeShareSchema = z.object({ shareId: z.string(), link: z.string(), expiresAt: instantSchema });
export type MadeShare = z.infer<typeof madeShareSchema>;

/** Accepts any text, so that a truncated token gets the same answer as any wrong one. */
export const openShareRequestSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) });
/** The address of the brief for the browser that got the cookie. */
export const openedShareSchema = z.object({ address: z.string() });
