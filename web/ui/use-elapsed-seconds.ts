import { useEffect, useState } from "react";

/** Whole seconds since the component first rendered. */
export function useElapsedSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = performance.now();
    // a page in the background is woken late, so the clock is read each time
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
