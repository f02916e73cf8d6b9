import { pluralize } from "../runtime/pluralize.ts";

const HOUR_MS = 3_600_000;

/** "3 minutes", "2 hours", "5 days": just precise enough to judge. */
export function roughDuration(ms: number): string {
  const [amount, unit] =
    ms < HOUR_MS
      ? [ms / 60_000, "minute"]
      : ms < 48 * HOUR_MS
        ? [ms / HOUR_MS, "hour"]
        : [ms / (24 * HOUR_MS), "day"];
  return pluralize(Math.max(1, Math.round(amount)), unit);
}
