import { constants, setPriority } from "node:os";

/** Lowers the priority of this command and its child processes, so that clients' saves come first. */
export function yieldToServer(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
