import * as z from "zod/mini";
import { type Interview, interviewSchema } from "./interview.ts";
import { ACCESS_KEY_MAX_LENGTH } from "./limits.ts";
import { type RecordInput, recordSchema } from "./record.ts";

/** The bodies of every call (spec §7, product §3). A success is wrapped as `{data}`, a failure is `failureSchema`. */

const countSchema = z.int().check(z.minimum(0));
/** ISO 8601, UTC. */
const instantSchema = z.iso.datetime();

export const exchangeRequestSchema = z.strictObject({
  key: z.string().check(z.minLength(1), z.maxLength(ACCESS_KEY_MAX_LENGTH)),
});

export const signedInSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  clientId: z.string().check(z.minLength(1)),
  clientName: z.string(),
  expiresAt: instantSchema,
  /** 32 random bytes as base64url: what the client's drafts are encrypted with. */
  draftKey: z.string(),
});
export type SignedIn = z.infer<typeof signedInSchema>;

export const loggedOutSchema = z.object({});

export const savedSchema = z.object({
  revision: countSchema,
  savedAt: instantSchema,
  submittedAt: z.nullable(instantSchema),
});

export const statusSchema = z.object({
  state: z.enum(["not-started", "in-progress", "submitted"]),
  completed: countSchema,
  total: countSchema,
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  revision: countSchema,
  updatedAt: z.nullable(instantSchema),
  submittedAt: z.nullable(instantSchema),
});
export type Status = z.infer<typeof statusSchema>;

export const interviewCallSchema = z.object({ interview: interviewSchema, hash: z.string() });

export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.optional(z.string()),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Beside `CONFLICT`: the revision that the record has now. */
  revision: z.optional(countSchema),
});
export type Failure = z.infer<typeof failureSchema>;

export const healthSchema = z.object({ status: z.literal("ok") });

/** What the server answers on success. */
export function successSchema<Data extends z.ZodMiniType>(data: Data) {
  return z.object({ data });
}

/** The body of a save. `submit` also stores a submission. */
export function saveRequestSchema(interview: Interview, earlier: Interview[] = []) {
  return z.strictObject({ data: recordSchema(interview, earlier), submit: z.optional(z.boolean()) });
}
export type SaveRequest = { data: RecordInput; submit?: boolean | undefined };
