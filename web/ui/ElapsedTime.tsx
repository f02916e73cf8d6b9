import { useEffect, useState } from "react";
import { clockTime } from "./clock-time.ts";

/** The time since it was first shown, in whole seconds. */
export function ElapsedTime() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = performance.now();
    // a page in the background is woken late, so the clock is read each time
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{clockTime(seconds)}</span>;
}
