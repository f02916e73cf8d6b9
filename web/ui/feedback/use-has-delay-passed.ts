import { useEffect, useState } from "react";

/** True once `afterMs` milliseconds have passed since the component appeared. */
export function useHasDelayPassed(afterMs: number): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isDue;
}
