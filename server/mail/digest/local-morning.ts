import { DIGEST_HOUR } from "#contract/manage/mail/digest.ts";
import type { WallClock } from "../../settings/wall-clock.ts";

/** The local day if it is a weekday and the digest's hour has come; otherwise undefined. */
export function morningOf(clock: WallClock, at: number, timeZone: string | null): string | undefined {
  const { day, isWeekend, hour } = clock(at, timeZone);
  return isWeekend || hour < DIGEST_HOUR ? undefined : day;
}
