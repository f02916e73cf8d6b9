import type { HistoryStep } from "#contract/manage/history.ts";

/** Before the first save. */
export const NOTHING = 0;

/** A version that is compared: a step, or nothing saved. */
export type Version = HistoryStep | undefined;
export type ChosenSteps = {
  from: Version;
  to: HistoryStep;
  /** Whether the address names one that is no longer there, in whose place the one before it stands. */
  isThinned: boolean;
};

/** Which versions an address compares; the newest two where it does not say. `steps`: newest first. */
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
