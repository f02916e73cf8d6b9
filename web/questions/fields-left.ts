import type { Question } from "#contract/interview/interview.ts";
import type { FormAnswers } from "#contract/record/answer.ts";

/** How many fields of a business profile are still open; a question of any other kind has none. */
export function fieldsLeft({ kind }: Question, { businessProfile }: FormAnswers): number {
  if (kind !== "business-profile" || businessProfile.notApplicable) return 0;
  const { employees, locations, revenue } = businessProfile;
  return [employees, locations, revenue].filter((value) => value === "").length;
}
