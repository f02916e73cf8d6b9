import type { HistoryStep } from "#contract/manage/history.ts";

/** Revision 0: nothing is saved yet. */
export const NOTHING = 0;

/** A version to compare; undefined is the empty state before the first save. */
export type Version = HistoryStep | undefined;
export type ChosenSteps = {
  from: Version;
  to: HistoryStep;
  /** Whether the URL names a version that no longer exists, which the version before it replaces. */
  isThinned: boolean;
};

/** The versions that the URL compares, by default the newest two. `steps` has the newest first. */
export function chosenSteps(steps: readonly HistoryStep[], params: URLSearchParams): ChosenSteps | undefined {
  const [newest] = steps;
  if (!newest) return undefined;
  const asked = { from: revisionIn(params.get("from")), to: revisionIn(params.get("to")) };
  const to = (asked.to !== undefined && upTo(steps, asked.to)) || newest;
  const from = asked.from === undefined ? steps[steps.indexOf(to) + 1] : upTo(steps, asked.from);
  const isThere = (revision: number | undefined, step: Version) =>
    revision === undefined || revision === (step?.revision ?? NOTHING);
  return { from, to, isThinned: !isThere(asked.from, from) || !isThere(asked.to, to) };
}

function upTo(steps: readonly HistoryStep[], revision: number): Version {
  return steps.find((step) => step.revision <= revision);
}

function revisionIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
