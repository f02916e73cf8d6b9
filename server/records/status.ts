import type { RecordStatus } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { isCounted, type Question } from "#contract/interview/question.ts";
import { conditionalQuestions, hiddenQuestions } from "#contract/record/conditions.ts";
import type { RecordSummary } from "../storage/engine/record-summary.ts";

/** A client's status, computed from the summary of the last save as the browser computes it. */
export function statusOf(interview: Interview, summary: RecordSummary | null | undefined): RecordStatus {
  const counted = countedQuestions(interview, summary);
  const completed = counted.filter(({ id }) => summary?.completeQuestions.includes(id)).length;
  return {
    state: stateOf(summary),
    completed,
    total: counted.length,
    percent: Math.round((completed / counted.length) * 100),
    revision: summary?.revision ?? 0,
    updatedAt: isoOf(summary?.savedAt),
    submittedAt: isoOf(summary?.submittedAt),
  };
}

/** The questions of today's interview that count for a client with this progress, in order. */
export function countedQuestions(
  interview: Interview,
  progress: Pick<RecordSummary, "notAsked"> | null | undefined,
): Question[] {
  // an earlier interview may have had conditions where this one has none
  const conditional = conditionalQuestions(interview);
  const notAsked = progress ? new Set(progress.notAsked) : hiddenQuestions(interview, {});
  const isAsked = (id: string) => !(conditional.has(id) && notAsked.has(id));
  return questionsOf(interview).filter((question) => isCounted(question) && isAsked(question.id));
}

function stateOf(summary: RecordSummary | null | undefined): RecordStatus["state"] {
  if (!summary) return "not-started";
  return summary.submittedAt === null ? "in-progress" : "submitted";
}
