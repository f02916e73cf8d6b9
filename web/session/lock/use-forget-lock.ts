import { useEffect } from "react";
import { forgetLock } from "./known-locks.ts";

/** The next person at this device is not offered the lock of the previous person. */
export function useForgetLock(): void {
  useEffect(() => void forgetLock(), []);
}
