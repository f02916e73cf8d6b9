import { useEffect, useState } from "react";

const EVERY_MS = 30_000;

/** Epoch milliseconds, anew now and then, so that what was "now" does not stay so. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
