import type { FunnelStep } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";

type Drop = { from: FunnelStep; to: FunnelStep; lost: number; before: number };

/** Between which two steps most clients are; the earlier one of two that are as large. Undefined where everybody got through. */
export function largestDrop(funnel: Overview["funnel"]): Drop | undefined {
  let largest: Drop | undefined;
  for (const [place, { step, clients }] of funnel.entries()) {
    const previous = funnel[place - 1];
    if (!previous) continue;
    const lost = previous.clients - clients;
    if (lost > (largest?.lost ?? 0))
      largest = { from: previous.step, to: step, lost, before: previous.clients };
  }
  return largest;
}
