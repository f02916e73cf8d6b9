import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { contentMark } from "#contract/manage/follow-ups.ts";
import type { ContentMarker } from "../storage/follow-ups/approvals.ts";

/** How answers are marked under this interview. */
export function contentMarkerOf(interview: Interview): ContentMarker {
  return {
    questions: questionsOf(interview).map(({ id }) => id),
    mark: (questionId, record) => contentMark(interview, questionId, record),
  };
}
