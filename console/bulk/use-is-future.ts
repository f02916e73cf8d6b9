import { useEffect, useState } from "react";

/** The longest delay of setTimeout. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether an instant (epoch milliseconds) is in the future. */
export function useIsFuture(instant: number | undefined): boolean {
  const [over, setOver] = useState<number>();
  useEffect(() => {
    if (instant === undefined) return;
    const timer = setTimeout(() => setOver(instant), Math.min(LONGEST_MS, instant - Date.now()));
    return () => clearTimeout(timer);
  }, [instant]);
  return instant !== undefined && over !== instant && instant > Date.now();
}
