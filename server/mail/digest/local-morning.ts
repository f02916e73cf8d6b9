import { DIGEST_HOUR } from "#contract/manage/mail/digest.ts";
import type { WallClock } from "../../settings/wall-clock.ts";

/** The day there, where it is a weekday and the hour of the digest has come; else undefined. */
export function morningOf(clock: WallClock, at: number, timeZone: string | null): string | undefined {
  const { day, isWeekend, hour } = clock(at, timeZone);
  return isWeekend || hour < DIGEST_HOUR ? undefined : day;
}
