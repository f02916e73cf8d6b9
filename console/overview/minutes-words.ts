import { MINUTE_MS } from "#contract/instants.ts";
import { t } from "../translate.ts";

/** A time to be read beside others, to half a minute. */
export function minutesWords(ms: number): string {
  if (ms < MINUTE_MS) return t("times.moment");
  return t("times.minutes", { minutes: Math.round((2 * ms) / MINUTE_MS) / 2 });
}
