import type { Bulk } from "#contract/manage/bulk.ts";

/** Until all of it is done, or undone: before that, no other act can be started. */
export function isUnderWay({ state, done }: Pick<Bulk, "state" | "done">): boolean {
  return state === "running" || (state === "undone" && done > 0);
}
