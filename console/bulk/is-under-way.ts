import type { BulkJob } from "#contract/manage/bulk.ts";

/** Whether the action is still being done or undone. Until it ends, no other action can start. */
export function isUnderWay({ state, done }: Pick<BulkJob, "state" | "done">): boolean {
  return state === "running" || (state === "undone" && done > 0);
}
