import { clockTime } from "./clock-time.ts";
import { useElapsedSeconds } from "./use-elapsed-seconds.ts";

/** The time since the component appeared, in minutes and seconds. */
export function ElapsedTime() {
  return <span role="timer">{clockTime(useElapsedSeconds())}</span>;
}
