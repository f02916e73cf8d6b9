import * as z from "zod/mini";
import { languages } from "../languages.ts";
import {
  ACCESS_KEY_MAX_LENGTH,
  ANSWER_ID_MAX_LENGTH,
  PIN_MAX_LENGTH,
  TAKE_DURATION_TOLERANCE_MS,
  TAKE_MAX_DURATION_MS,
  TAKE_MIME_TYPE_MAX_LENGTH,
  TAKE_PARTS_MAX,
} from "../limits.ts";
import type { RecordInput } from "../record/record.ts";
import { emailSchema } from "./email.ts";
import { countSchema, instantSchema } from "./scalars.ts";

/** The bodies of every call (spec §7, product §3). A success is wrapped as `{data}`, a failure is that of `failure.ts`. */

export const exchangeRequestSchema = z.strictObject({
  key: z.string().check(z.minLength(1), z.maxLength(ACCESS_KEY_MAX_LENGTH)),
  /** For clients who have a PIN; the server ignores it from all others. */
  pin: z.optional(z.string().check(z.maxLength(PIN_MAX_LENGTH))),
});

export const signedInSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  clientId: z.string().check(z.minLength(1)),
  clientName: z.string(),
  expiresAt: instantSchema,
  /** 32 random bytes as base64url: what the client's drafts are encrypted with. */
  draftKey: z.string(),
  /** False where the key may not open drafts on the device, as that of a hand-over; else it may. */
  opensDrafts: z.optional(z.boolean()),
  /** What the client is asked: the hash of the interview in each of its languages, the first language first. */
  interviews: z.optional(z.partialRecord(z.enum(languages), z.string())),
  /** Where a helper signs in: what they may see and change. */
  helper: z.optional(
    z.object({
      helperId: z.string(),
      name: z.string(),
      sectionId: z.string(),
      seesAll: z.boolean(),
      /** Of the section, ids of the questions that are not asked. */
      notAsked: z.array(z.string()),
    }),
  ),
  /** How many answers helpers have added since the client signed in last. */
  helped: z.optional(z.array(z.object({ name: z.string(), answers: countSchema }))),
});
export type SignedIn = z.infer<typeof signedInSchema>;

/** Asks for a sign-in link by mail: with the key of a link that is used or over, or by the client's mail address. */
export const emailLinkRequestSchema = z.union([
  z.strictObject({ key: exchangeRequestSchema.shape.key }),
  z.strictObject({ email: emailSchema }),
]);

export const emailedLinkSchema = z.object({
  /** Where the mail goes, mostly hidden: `r•••@rosasbakery.example`. Null to an address, whether or not a client has it. */
  sentTo: z.nullable(z.string()),
});

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

/** What a client sees about their interview: its progress and, once it was submitted, the receipt. */
export const ownStatusSchema = z.extend(statusSchema, {
  /** The name of the account manager who reads the answers; null where they are the provider's. */
  manager: z.nullable(z.string()),
  /** The id of the latest submission. */
  submission: z.nullable(z.string()),
});
export type Receipt = Pick<z.infer<typeof ownStatusSchema>, "manager" | "submission">;

/** The account manager's follow-ups that no save has answered yet. */
export const openFollowUpsSchema = z.array(
  z.object({
    /** Its id. */
    question: z.string(),
    text: z.string(),
    managerName: z.string(),
    askedAt: instantSchema,
  }),
);
export type OpenFollowUp = z.infer<typeof openFollowUpsSchema>[number];

/**
 * Beside a save: `askedAt` of the newest that was in front of the client, or that none was. What is asked later is not
 * answered by that save. Without the header, everything counts as seen.
 */
export const SEEN_ASKS_HEADER = "x-firsthand-seen-asks";
export const NO_ASK_SEEN = "none";

/**
 * Beside a record, and in the answer to a save: the hash of what the client is asked now in each of its languages, as
 * "en:h4sh es:h5sh". Beside a save: the hash of what the page shows. What that does not ask is not deleted by the save, as
 * where another device answers a newer version. Without the header, the page shows what is asked now.
 */
export const INTERVIEW_HEADER = "x-firsthand-interview";

/** Says that all parts of a take are sent; they are numbered from 0 or from 1 without a gap. */
export const closeTakeRequestSchema = z.strictObject({
  /** Of a written question. */
  question: z.string().check(z.minLength(1), z.maxLength(ANSWER_ID_MAX_LENGTH)),
  /** How many. */
  parts: z.int().check(z.minimum(1), z.maximum(TAKE_PARTS_MAX)),
  /** The recorder's own, such as `audio/webm;codecs=opus`. */
  mimeType: z
    .string()
    .check(z.regex(/^audio\/[\w.+-]+(;[\x20-\x7e]*)?$/), z.maxLength(TAKE_MIME_TYPE_MAX_LENGTH)),
  /** As the device counted; the server measures for itself. */
  durationMs: z.int().check(z.minimum(0), z.maximum(TAKE_MAX_DURATION_MS + TAKE_DURATION_TOLERANCE_MS)),
});
export type CloseTakeRequest = z.infer<typeof closeTakeRequestSchema>;

export const takePartSchema = z.object({
  /** SHA-256 of the part as it was received, hex. */
  sha256: z.string(),
});

export const takeStates = [
  /** Parts are coming. */
  "receiving",
  /** Whole, and waits for its transcript. */
  "queued",
  "transcribed",
  /** Nobody is heard in it. */
  "silent",
  /** Kept and playable; this provider transcribes nothing. */
  "not-transcribed",
  /** The engine failed again and again; it can be tried once more. */
  "failed",
  /** Not what it said it is, or too long; the server stores nothing of it. */
  "refused",
] as const;
export type TakeState = (typeof takeStates)[number];

/** What the server knows of a take. */
export const takeSchema = z.object({
  takeId: z.string(),
  state: z.enum(takeStates),
  /** Numbers of the parts that are here, while they are coming. */
  parts: z.array(countSchema),
  /** The client sends it with the call that closes the take. */
  question: z.nullable(z.string()),
  /** Measured, once it is known. */
  durationMs: z.nullable(countSchema),
  transcript: z.nullable(z.string()),
  /** Whether its sound can be fetched. */
  isPlayable: z.boolean(),
});
export type Take = z.infer<typeof takeSchema>;

export const droppedTakeSchema = z.object({});

export const healthSchema = z.object({ status: z.literal("ok") });

/** The challenge is chosen anew for each call: a proof is of one challenge alone. */
export const reachabilityRequestSchema = z.strictObject({
  challenge: z.string().check(z.minLength(32), z.maxLength(86), z.regex(/^[\w-]*$/)),
});

/** By which way a request has come, and that this installation answers it. */
export const reachabilitySchema = z.object({
  /** An HMAC of the challenge, in hex, by a key that follows from the installation's master key. */
  proof: z.string(),
  /** Whether a trusted proxy says that the client came by https. */
  isSecure: z.boolean(),
  /** `ignored`: from a proxy that is not trusted. */
  forwardedFor: z.enum(["used", "ignored", "missing"]),
});
export type Reachability = z.infer<typeof reachabilitySchema>;

/** What the server answers on success. */
export function successSchema<Data extends z.ZodMiniType>(data: Data) {
  return z.object({ data });
}

/** The body of a save. `submit` also stores a submission. What `data` may hold follows from the interviews: `recordSchema`. */
export const saveRequestSchema = z.strictObject({
  data: z.record(z.string(), z.unknown()),
  submit: z.optional(z.boolean()),
});
export type SaveRequest = { data: RecordInput; submit?: boolean | undefined };
