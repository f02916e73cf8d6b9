import * as z from "zod/mini";
import { type EntryInput, kinds } from "../../interview/kinds/kinds.ts";
import { BODY_MAX_BYTES, IDEMPOTENCY_KEY_MAX_LENGTH } from "../../limits.ts";
import {
  INTERVIEW_HEADER,
  NO_FOLLOW_UP_SEEN,
  openFollowUpsSchema,
  ownStatusSchema,
  SEEN_FOLLOW_UPS_HEADER,
  savedSchema,
  saveRequestSchema,
} from "../calls.ts";
import type { WireTable } from "../endpoint.ts";
import { instantSchema } from "../scalars.ts";

/** Our own hashes are shorter; another implementation of the backend may have longer ones. */
const INTERVIEW_HASH_MAX_LENGTH = 200;

/** Each entry has the shape of one of the question kinds. */
export const anyRecordSchema = z.record(
  z.string(),
  z.union(Object.values(kinds).map(({ stored }) => stored as z.ZodMiniType<EntryInput>)),
);
export const anySaveRequestSchema = z.extend(saveRequestSchema, { data: anyRecordSchema });

/** The client's record. */
export const onboardingWires = {
  load: {
    summary: "Read the client's record",
    isForHelpers: true,
    data: anyRecordSchema,
    errors: ["NOT_FOUND"],
    namesInterview: true,
  },
  save: {
    summary: "Replace the client's record, and submit it where asked",
    isForHelpers: true,
    headers: z.object({
      [INTERVIEW_HEADER]: z.optional(z.string().check(z.maxLength(INTERVIEW_HASH_MAX_LENGTH))),
      [SEEN_FOLLOW_UPS_HEADER]: z.optional(z.union([z.literal(NO_FOLLOW_UP_SEEN), instantSchema])),
      "idempotency-key": z.optional(
        z.string().check(z.minLength(1), z.maxLength(IDEMPOTENCY_KEY_MAX_LENGTH)),
      ),
    }),
    body: saveRequestSchema,
    describedBody: anySaveRequestSchema,
    maxBytes: BODY_MAX_BYTES,
    data: savedSchema,
    errors: ["IDEMPOTENCY_MISMATCH", "REQUIRED_MISSING"],
    takesIfMatch: true,
    namesInterview: true,
  },
  status: {
    summary: "How far the client has come",
    data: ownStatusSchema,
  },
  openFollowUps: {
    summary: "What the account manager has asked again, and the client has not answered yet",
    data: openFollowUpsSchema,
  },
  askedBack: {
    summary: "Open follow-ups by their earlier name",
    data: openFollowUpsSchema,
    deprecatedSince: "2026-11-23",
  },
} as const satisfies WireTable;
