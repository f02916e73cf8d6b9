import { useEffect, useState } from "react";

/** How long a button that confirms stays disabled: the second tap of a double tap must not press it. */
const SETTLING_MS = 600;

/** Whether what has just opened has been there long enough for a press to be meant for it. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
