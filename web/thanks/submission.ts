import type { SubmissionReceipt } from "#contract/api/calls.ts";
import type { DraftState } from "../draft/draft-store.ts";

/** What was submitted, as it was then, with the parts of the receipt that the server has sent. */
export type Submission = Partial<SubmissionReceipt> & {
  /** ISO 8601. */
  submittedAt: string | undefined;
  completed: number;
  total: number;
  recordings: number;
};

/** Describes the submission that has just been stored. */
export function submissionOf({ draft, record, completion }: DraftState): Submission {
  const responses = Object.values(record).flatMap((entry) => ("responses" in entry ? entry.responses : []));
  return {
    submittedAt: draft.synced?.submittedAt,
    completed: completion.completed,
    total: completion.total,
    recordings: responses.filter(({ type }) => type === "audio").length,
  };
}

/** A code to read out over the phone: the first six letters and digits of the submission's id. */
export function receiptOf(submissionId: string): string {
  const id = submissionId.slice(submissionId.indexOf("_") + 1).replaceAll("-", "");
  return `${id.slice(0, 3)}-${id.slice(3, 6)}`.toUpperCase();
}
