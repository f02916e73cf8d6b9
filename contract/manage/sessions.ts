import * as z from "zod/mini";
import { instantSchema } from "../api/scalars.ts";
import { DEVICE_LABEL_MAX_LENGTH } from "./limits.ts";
import { nameSchema } from "./names.ts";

/** How a session was begun. */
export const signInWays = ["password", "link", "openid"] as const;
export type SignInWay = (typeof signInWays)[number];

/** One of the caller's sessions in the console. */
export const managerSessionSchema = z.object({
  /** Not secret; it grants no access. */
  sessionId: z.string(),
  /** Whether it is the session that makes this call. */
  isThis: z.boolean(),
  way: z.enum(signInWays),
  begunAt: instantSchema,
  /** To within a minute. */
  lastUsedAt: instantSchema,
  /** An IPv4 /24 or an IPv6 /48; null if unknown. */
  address: z.nullable(z.string()),
  /** Such as "Firefox on Windows"; null if unknown. */
  device: z.nullable(z.string()),
  /** The owner's own name for the browser, or null. */
  label: z.nullable(z.string()),
});
export type ListedSession = z.infer<typeof managerSessionSchema>;
export const managerSessionsSchema = z.object({ sessions: z.array(managerSessionSchema) });

export const nameSessionRequestSchema = z.strictObject({
  /** The name stays with the browser, even after the next sign-in. Null restores the automatic name. */
  label: z.nullable(nameSchema(DEVICE_LABEL_MAX_LENGTH)),
});

/** How many sessions were ended. */
export const endedSessionsSchema = z.object({ ended: z.int() });
