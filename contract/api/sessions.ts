import * as z from "zod/mini";
import { instantSchema } from "./scalars.ts";

/** A client's sessions as calls show them. They have a separate file, since the access screen does not need them. */

/** One sign-in of a client that has not ended. */
export const sessionSchema = z.object({
  sessionId: z.string(),
  /** Such as "iPhone, Safari"; null if the browser did not say, or the client signed in to an earlier release. */
  device: z.nullable(z.string()),
  begunAt: instantSchema,
  /** To the minute. */
  lastUsedAt: instantSchema,
});

/** The client's live sessions, the newest first. */
export const sessionsSchema = z.array(
  z.extend(sessionSchema, {
    /** Whether it is the session that makes this call. */
    isThis: z.boolean(),
  }),
);
export type SessionFacts = z.infer<typeof sessionsSchema>[number];

export const sessionsEndedSchema = z.object({});

/** A link that signs in one other device, once. */
export const handOverSchema = z.object({ link: z.string(), expiresAt: instantSchema });
