import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";

/** The undo history of a draft, with a step for each action. */
export type EditHistory = {
  past: readonly InterviewDraft[];
  present: InterviewDraft;
  future: readonly InterviewDraft[];
  /**
   * The field being typed in, and the time of its last change in epoch milliseconds; undefined after any other action.
   */
  typing?: { field: string; at: number };
};

const STEPS_MAX = 100;
/** Changes to a field within this time of each other form one step. */
const PAUSE_MS = 1_000;

export function historyOf(draft: InterviewDraft): EditHistory {
  return { past: [], present: draft, future: [] };
}

/** Adds a step. `field` is the field being typed in. `at` is in epoch milliseconds. */
export function withStep(
  history: EditHistory,
  draft: InterviewDraft,
  { field, at }: { field?: string | undefined; at: number },
): EditHistory {
  const { past, present, typing } = history;
  if (draft === present) return history;
  const goesOn = field !== undefined && typing?.field === field && at - typing.at < PAUSE_MS;
  return {
    past: goesOn ? past : [...past, present].slice(-STEPS_MAX),
    present: draft,
    future: [],
    ...(field !== undefined && { typing: { field, at } }),
  };
}

export function undone({ past, present, future }: EditHistory): EditHistory {
  const before = past.at(-1);
  if (!before) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redone({ past, present, future }: EditHistory): EditHistory {
  const [next, ...later] = future;
  if (!next) return { past, present, future };
  return { past: [...past, present], present: next, future: later };
}
