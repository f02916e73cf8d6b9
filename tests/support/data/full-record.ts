import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import type { RecordInput } from "#contract/record/record.ts";

/** A record in which every question is answered. */
export function fullRecord(textFor = (questionId: string) => `About ${questionId}`): RecordInput {
  const written = writtenQuestions(builtInInterview).map(({ question, entry }) => [
    entry,
    { responses: [{ content: textFor(question.id) }] },
  ]);
  return {
    "business-profile": { employees: "2-5", locations: "1", revenue: "<500k" },
    "tool-selection": { selectedTools: ["square", "excel"], customTools: "", toolRatings: { square: 4 } },
    "website-form": { url: "https://rosa.example", satisfaction: 7 },
    ...Object.fromEntries(written),
  };
}
