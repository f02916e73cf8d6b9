import type { Status } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { RecordSummary } from "../storage/engine/record-summary.ts";

/** A client's status from the summary that the last save left beside the record; computed as the browser does. */
export function statusOf(interview: Interview, summary: RecordSummary | null | undefined): Status {
  const questions = questionsOf(interview).map((question) => question.id);
  const completed = questions.filter((id) => summary?.completeQuestions.includes(id)).length;
  return {
    state: stateOf(summary),
    completed,
    total: questions.length,
    percent: Math.round((completed / questions.length) * 100),
    revision: summary?.revision ?? 0,
    updatedAt: isoOf(summary?.savedAt),
    submittedAt: isoOf(summary?.submittedAt),
  };
}

function stateOf(summary: RecordSummary | null | undefined): Status["state"] {
  if (!summary) return "not-started";
  return summary.submittedAt === null ? "in-progress" : "submitted";
}
