import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { instantSchema } from "../api/scalars.ts";
import { fingerprint } from "../hash.ts";
import type { Interview } from "../interview/interview.ts";
import { entriesOfQuestion } from "../record/answered-again.ts";
import type { ClientRecord } from "../record/record.ts";
import { wordsSchema } from "./names.ts";

/** What manager and client have to say to each other about one question. */

/** UTF-16 code units. */
export const FOLLOW_UP_MAX_LENGTH = 2_000;
/** A follow-up as long as this takes no more from a manager; the answer to what is open always finds room. */
export const FOLLOW_UP_ENTRIES_MAX = 100;
export const followUpEntryKinds = ["asked-back", "taken-back", "answered", "approved", "unapproved"] as const;
export type FollowUpEntryKind = (typeof followUpEntryKinds)[number];

export const followUpEntrySchema = z.object({
  kind: z.enum(followUpEntryKinds),
  /** The manager who did it; null where it was the client. */
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  at: instantSchema,
  /** What was asked. */
  text: z.nullable(z.string()),
  /** Of `answered`: ids of the answers that the question had before; absent where that was not noted. */
  earlier: z.optional(z.array(z.string())),
});
export type FollowUpEntry = z.infer<typeof followUpEntrySchema>;

export const followUpSchema = z.object({
  question: z.string(),
  /** `changed`: approved, and other now than it was then. */
  state: z.enum(["none", "asked-back", "approved", "changed"]),
  /** Oldest first. */
  entries: z.array(followUpEntrySchema),
});
export type FollowUp = z.infer<typeof followUpSchema>;
export const threadsSchema = z.object({ threads: z.array(followUpSchema) });
export type Threads = z.infer<typeof threadsSchema>;

export const listedFollowUpSchema = z.extend(followUpSchema, {
  /** When the mail with what was asked goes to the client; null where no mail with it waits. */
  mailAt: z.nullable(instantSchema),
});
export type ListedFollowUp = z.infer<typeof listedFollowUpSchema>;
export const followUpsSchema = z.object({ followUps: z.array(listedFollowUpSchema) });
export type FollowUps = z.infer<typeof followUpsSchema>;

export const askFollowUpRequestSchema = z.strictObject({
  text: wordsSchema(FOLLOW_UP_MAX_LENGTH),
  /** Whether its mail goes at once, at whatever hour; else with others, and outside quiet hours. */
  sendNow: z.optional(z.boolean()),
});

/** Which revision of the record was read. */
export const approveRequestSchema = z.strictObject({ revision: z.int().check(z.minimum(1)) });

/** More than any interview asks. */
const APPROVALS_MAX = 200;
const questionsSchema = z.array(idSchema).check(z.minLength(1), z.maxLength(APPROVALS_MAX));

/** Which answers were read, in which revision. */
export const approveManyRequestSchema = z.extend(approveRequestSchema, { questions: questionsSchema });
export const unapproveManyRequestSchema = z.strictObject({ questions: questionsSchema });
/** The questions for which it was not so before. */
export const approvedManySchema = z.object({ questions: z.array(z.string()) });
export type ApprovedMany = z.infer<typeof approvedManySchema>;

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
