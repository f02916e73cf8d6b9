import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import { HISTORY_MAX_DAYS, HISTORY_MAX_STEPS } from "#contract/limits.ts";

/** How far apart the kept steps are, by their age: all of the last hour, then ever fewer. */
const SPACING = [
  { upToMs: HOUR_MS, apartMs: 0 },
  { upToMs: DAY_MS, apartMs: 10 * MINUTE_MS },
  { upToMs: 7 * DAY_MS, apartMs: HOUR_MS },
  { upToMs: HISTORY_MAX_DAYS * DAY_MS, apartMs: 6 * HOUR_MS },
];

export type Step = { revision: number; savedAt: number };

/**
 * The revisions to drop from a record's history (newest first): older than 30 days, closer together than their age
 * calls for, or beyond 500. The newest is the record itself and always stays.
 */
export function stepsToDrop(steps: Step[], now: number): number[] {
  const dropped: number[] = [];
  let kept: Step | undefined;
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

function isApart(kept: Step, step: Step, now: number): boolean {
  // a clock that was set back makes an earlier step look later
  const band = SPACING.find(({ upToMs }) => now - step.savedAt <= upToMs);
  return band !== undefined && Math.abs(kept.savedAt - step.savedAt) >= band.apartMs;
}
