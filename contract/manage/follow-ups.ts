import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { instantSchema } from "../api/scalars.ts";
import { fingerprint } from "../hash.ts";
import type { Interview } from "../interview/interview.ts";
import { entriesOfQuestion } from "../record/answered-again.ts";
import type { ClientRecord } from "../record/record.ts";
import { wordsSchema } from "./names.ts";

/** The conversation between manager and client about one question. */

/** UTF-16 code units. */
export const FOLLOW_UP_MAX_LENGTH = 2_000;
/**
 * With this many entries, a question takes no further ones from managers; the client can still answer an open
 * follow-up.
 */
export const FOLLOW_UP_ENTRIES_MAX = 100;
export const followUpEntryKinds = ["asked-back", "taken-back", "answered", "approved", "unapproved"] as const;
export type FollowUpEntryKind = (typeof followUpEntryKinds)[number];

export const followUpEntrySchema = z.object({
  kind: z.enum(followUpEntryKinds),
  /** The manager who made the entry; null if the client did. */
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  at: instantSchema,
  /** The text of the follow-up. */
  text: z.nullable(z.string()),
  /** Only in `answered`: ids of the answers that the question already had; absent if that was not recorded. */
  earlier: z.optional(z.array(z.string())),
});
export type FollowUpEntry = z.infer<typeof followUpEntrySchema>;

export const followUpSchema = z.object({
  question: z.string(),
  /** `changed`: the answers have changed since they were approved. */
  state: z.enum(["none", "asked-back", "approved", "changed"]),
  /** Oldest first. */
  entries: z.array(followUpEntrySchema),
});
export type FollowUp = z.infer<typeof followUpSchema>;
export const threadsSchema = z.object({ threads: z.array(followUpSchema) });
export type Threads = z.infer<typeof threadsSchema>;

export const listedFollowUpSchema = z.extend(followUpSchema, {
  /** When the mail with the follow-up goes to the client; null if no such mail is waiting. */
  mailAt: z.nullable(instantSchema),
});
export type ListedFollowUp = z.infer<typeof listedFollowUpSchema>;
export const followUpsSchema = z.object({ followUps: z.array(listedFollowUpSchema) });
export type FollowUps = z.infer<typeof followUpsSchema>;

export const askFollowUpRequestSchema = z.strictObject({
  text: wordsSchema(FOLLOW_UP_MAX_LENGTH),
  /** Whether the mail goes at once, at any hour; otherwise it goes together with others, outside quiet hours. */
  sendNow: z.optional(z.boolean()),
});

/** The revision of the record that the manager read. */
export const approveRequestSchema = z.strictObject({ revision: z.int().check(z.minimum(1)) });

/** More than any interview asks. */
const APPROVALS_MAX = 200;
const questionsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(APPROVALS_MAX));

/** The questions whose answers the manager read, and the revision. */
export const approveManyRequestSchema = z.extend(approveRequestSchema, { questions: questionsSchema });
export const unapproveManyRequestSchema = z.strictObject({ questions: questionsSchema });
/** The questions whose approval this call changed. */
export const approvedManySchema = z.object({ questions: z.array(z.string()) });
export type ApprovedQuestions = z.infer<typeof approvedManySchema>;

/** Distinguishes one content of a question from another; undefined if the question has no content. */
export function contentMark(
  interview: Interview,
  questionId: string,
  record: ClientRecord | undefined,
): string | undefined {
  const entries = entriesOfQuestion(interview, questionId).flatMap((name) => {
    const entry = record?.[name];
    if (!entry) return [];
    return [[name, "responses" in entry ? entry.responses.map(({ id, content }) => [id, content]) : entry]];
  });
  return entries.length === 0 ? undefined : fingerprint(JSON.stringify(entries));
}
