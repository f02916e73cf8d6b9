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

/**
 * The bodies of the client's calls (spec §7). A success is wrapped as `{data}`; a failure has the shape in
 * `failure.ts`.
 */

export const exchangeRequestSchema = z.strictObject({
  key: z.string().check(z.minLength(1), z.maxLength(ACCESS_KEY_MAX_LENGTH)),
  /** For clients with a PIN; ignored for all others. */
  pin: z.optional(z.string().check(z.maxLength(PIN_MAX_LENGTH))),
});

export const signedInSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  clientId: z.string().check(z.minLength(1)),
  clientName: z.string(),
  expiresAt: instantSchema,
  /** 32 random bytes as base64url: what the client's drafts are encrypted with. */
  draftKey: z.string(),
  /** False if the key may not open drafts on the device, such as a hand-over key; otherwise the field is absent. */
  opensDrafts: z.optional(z.boolean()),
  /** What the client is asked: the hash of the interview in each of its languages, the first language first. */
  interviews: z.optional(z.partialRecord(z.enum(languages), z.string())),
  /** Present when a helper signs in: what they may see and change. */
  helper: z.optional(
    z.object({
      helperId: z.string(),
      name: z.string(),
      sectionId: z.string(),
      seesAll: z.boolean(),
      /** Ids of the section's questions that are not asked. */
      notAsked: z.array(z.string()),
    }),
  ),
  /** How many answers helpers have added since the client signed in last. */
  helped: z.optional(z.array(z.object({ name: z.string(), answers: countSchema }))),
});
export type ClientSignIn = z.infer<typeof signedInSchema>;

/** Asks for a sign-in link by mail: with the key of a used or expired link, or with the client's email address. */
export const emailLinkRequestSchema = z.union([
  z.strictObject({ key: exchangeRequestSchema.shape.key }),
  z.strictObject({ email: emailSchema }),
]);

export const emailedLinkSchema = z.object({
  /**
   * Where the mail goes, mostly hidden: `r•••@rosasbakery.example`. Null for a request by address, whether or not a
   * client has it.
   */
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
export type RecordStatus = z.infer<typeof statusSchema>;

/** What a client sees about their interview: its progress and, once submitted, the receipt. */
export const ownStatusSchema = z.extend(statusSchema, {
  /** The name of the account manager who reads the answers; null if the provider as a whole does. */
  manager: z.nullable(z.string()),
  /** The id of the latest submission. */
  submission: z.nullable(z.string()),
});
export type SubmissionReceipt = Pick<z.infer<typeof ownStatusSchema>, "manager" | "submission">;

/** The account manager's follow-ups that no save has answered yet. */
export const openFollowUpsSchema = z.array(
  z.object({
    /** The question's id. */
    question: z.string(),
    text: z.string(),
    managerName: z.string(),
    askedAt: instantSchema,
  }),
);
export type OpenFollowUp = z.infer<typeof openFollowUpsSchema>[number];

/**
 * Sent with a save: `askedAt` of the newest follow-up that the client saw, or `none`. The save answers no later one.
 * Without the header, the client has seen them all.
 */
export const SEEN_FOLLOW_UPS_HEADER = "x-firsthand-seen-asks";
export const NO_FOLLOW_UP_SEEN = "none";

/**
 * In the answer to a load or a save: the hash of what the client is asked now, in each of its languages, as "en:h4sh
 * es:h5sh". Sent with a save: the hash of what the page shows. The save does not delete entries that the page's version
 * does not ask for, since another device may answer a newer version. Without the header, the page shows what is asked
 * now.
 */
export const INTERVIEW_HEADER = "x-firsthand-interview";

/** Closes a take: all its parts are sent, numbered from 0 or 1 without a gap. */
export const closeTakeRequestSchema = z.strictObject({
  /** The id of a written question. */
  question: z.string().check(z.minLength(1), z.maxLength(ANSWER_ID_MAX_LENGTH)),
  /** The number of parts. */
  parts: z.int().check(z.minimum(1), z.maximum(TAKE_PARTS_MAX)),
  /** As the recorder names it, such as `audio/webm;codecs=opus`. */
  mimeType: z
    .string()
    .check(z.regex(/^audio\/[\w.+-]+(;[\x20-\x7e]*)?$/), z.maxLength(TAKE_MIME_TYPE_MAX_LENGTH)),
  /** As the device measured it; the server measures again. */
  durationMs: z.int().check(z.minimum(0), z.maximum(TAKE_MAX_DURATION_MS + TAKE_DURATION_TOLERANCE_MS)),
});
export type CloseTakeRequest = z.infer<typeof closeTakeRequestSchema>;

export const takePartSchema = z.object({
  /** SHA-256 of the part as it was received, hex. */
  sha256: z.string(),
});

export const takeStates = [
  /** The server is still receiving parts. */
  "receiving",
  /** Complete, and waiting for its transcript. */
  "queued",
  "transcribed",
  /** It contains no speech. */
  "silent",
  /** Kept and playable, but this provider has no transcription. */
  "not-transcribed",
  /** The speech engine failed repeatedly; a person can retry it. */
  "failed",
  /** Not the declared type, or too long; the server stores none of it. */
  "refused",
] as const;
export type TakeState = (typeof takeStates)[number];

/** What the server knows about a take. */
export const takeSchema = z.object({
  takeId: z.string(),
  state: z.enum(takeStates),
  /** The numbers of the parts received so far, until the take is closed. */
  parts: z.array(countSchema),
  /** The question's id; null until the call that closes the take. */
  question: z.nullable(z.string()),
  /** As the server measured it; null until then. */
  durationMs: z.nullable(countSchema),
  transcript: z.nullable(z.string()),
  /** Whether its audio can be fetched. */
  isPlayable: z.boolean(),
});
export type Take = z.infer<typeof takeSchema>;

export const droppedTakeSchema = z.object({});

export const healthSchema = z.object({ status: z.literal("ok") });

/** A fresh challenge for each call, since a proof is valid for one challenge only. */
export const reachabilityRequestSchema = z.strictObject({
  challenge: z.string().check(z.minLength(32), z.maxLength(86), z.regex(/^[\w-]*$/)),
});

/** How the request reached the server, and proof that this installation answers it. */
export const reachabilitySchema = z.object({
  /** An HMAC of the challenge, in hex, with a key derived from the installation's master key. */
  proof: z.string(),
  /** Whether the client connected by HTTPS, according to a trusted proxy. */
  isSecure: z.boolean(),
  /** `ignored`: the header came from a proxy that is not trusted. */
  forwardedFor: z.enum(["used", "ignored", "missing"]),
});
export type Reachability = z.infer<typeof reachabilitySchema>;

/** The body of a successful answer. */
export function successSchema<Data extends z.ZodMiniType>(data: Data) {
  return z.object({ data });
}

/**
 * The body of a save. `submit` also stores a submission. `recordSchema` derives from the interviews what `data` may
 * hold.
 */
export const saveRequestSchema = z.strictObject({
  data: z.record(z.string(), z.unknown()),
  submit: z.optional(z.boolean()),
});
export type SaveRequest = { data: RecordInput; submit?: boolean | undefined };
