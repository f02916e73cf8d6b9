import { createStore } from "zustand/vanilla";
import { MINUTE_MS } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { DraftState, DraftStore } from "../draft/draft-store.ts";

/** Who does nothing for longer has gone to serve somebody, and is not slow. */
const PAUSE_MS = 90_000;
/** So long the interview's own minutes are trusted as much as what was measured: one quick question proves nothing. */
const TRUST_MINUTES = 6;
const SLOWEST = 2.5;
const FASTEST = 0.4;
export type Pace = ReturnType<typeof createPace>;

/** How many minutes are left, by how long the client takes on this page for what the interview says. */
export function createPace({ store: draft }: Pick<DraftStore, "store">, clock: () => number) {
  let spentMs = 0;
  let lastAt = clock();
  const start = draft.getState();
  const before = new Set(start.completion.complete);
  const told = ({ interview, completion }: DraftState) =>
    minutesLeft(interview, completion.complete, {
      spent: spentMs / MINUTE_MS,
      expected: minutesOf(
        interview,
        completion.complete.filter((id) => !before.has(id)),
      ),
    });
  const store = createStore(() => ({ minutes: told(start) }));
  const close = draft.subscribe((state, earlier) => {
    const now = clock();
    spentMs += Math.min(now - lastAt, PAUSE_MS);
    lastAt = now;
    // not with each key: a number that ticks is a clock to race against
    if (state.completion !== earlier.completion) store.setState({ minutes: told(state) });
  });
  return { store, close };
}

/** `spent` on what was answered meanwhile, for which the interview expects `expected`; in minutes. */
type Measured = { spent: number; expected: number };

/** Whole minutes, at least one for as long as something is open; none where nothing is. */
export function minutesLeft(interview: Interview, complete: string[], { spent, expected }: Measured): number {
  const open = questionsOf(interview)
    .map(({ id }) => id)
    .filter((id) => !complete.includes(id));
  if (open.length === 0) return 0;
  const factor = (spent + TRUST_MINUTES) / (expected + TRUST_MINUTES);
  const bounded = Math.min(Math.max(factor, FASTEST), SLOWEST);
  return Math.max(1, Math.round(minutesOf(interview, open) * bounded));
}

/** What a section takes is shared by its questions. */
function minutesOf(interview: Interview, questionIds: string[]): number {
  return interview.sections.reduce((sum, { minutes, questions }) => {
    const counted = questions.filter(({ id }) => questionIds.includes(id)).length;
    return sum + (minutes * counted) / questions.length;
  }, 0);
}
