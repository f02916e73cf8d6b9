import type { FunnelStep } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";

type Drop = { from: FunnelStep; to: FunnelStep; lost: number; before: number };

/** The step at which most clients were lost; the earlier one of two equal ones. Undefined if no clients were lost. */
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
