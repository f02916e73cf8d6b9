import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { nextQuestion } from "./client-row.ts";
import { type Listing, type Reader, viewOf } from "./list-clients.ts";

/** How many clients of a scope are in which state, and how far they have come, question by question. */
export async function readOverview(listing: Listing, { scope, readerId }: Reader): Promise<Overview> {
  const { storage, asked } = listing;
  const [counts, progress] = await Promise.all([
    storage.clients.countStates({ scope, view: viewOf(listing, readerId) }),
    storage.clients.listProgress(scope),
  ]);
  const answered = new Map<string, number>();
  const stopped = new Map<string, number>();
  const add = (to: Map<string, number>, id: string | null, count: number) =>
    id !== null && to.set(id, (to.get(id) ?? 0) + count);
  for (const { completeQuestions, lastSection, isSubmitted, clients } of progress) {
    for (const id of completeQuestions) add(answered, id, clients);
    if (!isSubmitted)
      add(stopped, nextQuestion(asked.interview, { completeQuestions, lastSection }), clients);
  }
  return { counts, questions: questionRows(asked.interview, answered, stopped) };
}

function questionRows(
  interview: Interview,
  answered: ReadonlyMap<string, number>,
  stopped: ReadonlyMap<string, number>,
): Overview["questions"] {
  return interview.sections.flatMap((section) =>
    questionsOf({ sections: [section] }).map(({ id }) => ({
      questionId: id,
      sectionId: section.id,
      answered: answered.get(id) ?? 0,
      stoppedHere: stopped.get(id) ?? 0,
    })),
  );
}
