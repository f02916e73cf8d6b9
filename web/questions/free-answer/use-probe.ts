import { useState } from "react";
import type { QuestionOf } from "#contract/interview/question.ts";
import { probeAfter } from "#contract/record/probes.ts";
import { useDraft } from "../../draft/use-draft.ts";

/**
 * The short extra question after a brief answer. Only answers given since the section was opened count, so a client who
 * comes back is not asked again.
 */
export function useProbe(question: QuestionOf<"free-answer">): string | undefined {
  const answers = useDraft((state) => state.draft.answers.written[question.id]);
  const [before] = useState(answers?.length ?? 0);
  if (!answers || answers.length <= before) return undefined;
  const place = probeAfter(question, answers);
  return place === undefined ? undefined : question.probes?.[place];
}
