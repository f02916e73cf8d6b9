import type { Check } from "#contract/manage/checks.ts";
import { pluralize } from "../runtime/pluralize.ts";

/** A difference matters for links and codes valid for minutes; an answer may take a second. */
const WARNS_FROM_MS = 5_000;

/** `apart`: the least difference, in milliseconds, between another clock and this machine's. */
export function clockCheck(name: string, { whose, apart }: { whose: string; apart: number }): Check {
  if (apart < WARNS_FROM_MS) return { name, state: "ok", found: `${whose} and this machine agree.` };
  return {
    name,
    state: "warning",
    found: `${whose} and this machine are ${pluralize(Math.round(apart / 1_000), "second")} apart.`,
    advice: "Turn on time synchronization on both.",
  };
}
