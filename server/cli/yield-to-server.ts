import { constants, setPriority } from "node:os";

/** The clients' saves come first, before this command and what it starts. */
export function yieldToServer(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
