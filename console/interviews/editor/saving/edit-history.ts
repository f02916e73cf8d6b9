import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";

/** What somebody did to a draft, a step for each act. */
export type EditHistory = {
  past: readonly InterviewDraft[];
  present: InterviewDraft;
  future: readonly InterviewDraft[];
  /** The field that is typed in, and since when; undefined after anything else. */
  typing?: { field: string; at: number };
};

const STEPS_MAX = 100;
/** Words that are typed within this time of each other are one step. */
const PAUSE_MS = 1_000;

export function historyOf(draft: InterviewDraft): EditHistory {
  return { past: [], present: draft, future: [] };
}

/** `field`: of what was typed. `at`: epoch milliseconds. */
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
