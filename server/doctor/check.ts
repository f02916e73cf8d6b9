import { counted } from "../runtime/counted.ts";

/** `not-set-up`: it is missing, and may be meant to be. Only `failed` makes the command fail. */
export const checkStates = ["ok", "warning", "failed", "not-set-up"] as const;
export type CheckState = (typeof checkStates)[number];

/** What the doctor says of one thing: what was found, and what to do about it, in whole sentences. */
export type Check = { name: string; state: CheckState; found: string; advice?: string };

const HOUR_MS = 3_600_000;

/** "3 minutes", "2 hours", "5 days": as long as it takes to see whether that is much. */
export function roughly(ms: number): string {
  const [amount, unit] =
    ms < HOUR_MS
      ? [ms / 60_000, "minute"]
      : ms < 48 * HOUR_MS
        ? [ms / HOUR_MS, "hour"]
        : [ms / (24 * HOUR_MS), "day"];
  return counted(Math.max(1, Math.round(amount)), unit);
}
