import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { HISTORY_MAX_DAYS, HISTORY_MAX_STEPS } from "#contract/limits.ts";

/** Minimum spacing between kept steps, by their age: every step of the last hour, then fewer and fewer. */
const SPACING = [
  { upToMs: HOUR_MS, apartMs: 0 },
  { upToMs: DAY_MS, apartMs: 10 * MINUTE_MS },
  { upToMs: 7 * DAY_MS, apartMs: HOUR_MS },
  { upToMs: HISTORY_MAX_DAYS * DAY_MS, apartMs: 6 * HOUR_MS },
];

export type RevisionStep = { revision: number; savedAt: number };

/**
 * The revisions to delete from a record's history (newest first): those older than 30 days, too close together for
 * their age, or beyond 500. The newest revision is the current record and always stays.
 */
export function stepsToDrop(steps: RevisionStep[], now: number): number[] {
  const dropped: number[] = [];
  let kept: RevisionStep | undefined;
  let count = 0;
  for (const step of steps) {
    if (!kept || (count < HISTORY_MAX_STEPS && isApart(kept, step, now))) {
      kept = step;
      count++;
    } else {
      dropped.push(step.revision);
    }
  }
  return dropped;
}

function isApart(kept: RevisionStep, step: RevisionStep, now: number): boolean {
  // if the clock was set back, an earlier step can have a later time
  const band = SPACING.find(({ upToMs }) => now - step.savedAt <= upToMs);
  return band !== undefined && Math.abs(kept.savedAt - step.savedAt) >= band.apartMs;
}
