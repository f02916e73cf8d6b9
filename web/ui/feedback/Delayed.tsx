import type { ReactNode } from "react";
import { useDelayed } from "./use-delayed.ts";

type DelayedProps = { afterMs: number; children: ReactNode };

/** Shows its children once the time has passed: what is over sooner is never seen. */
export function Delayed({ afterMs, children }: DelayedProps) {
  return useDelayed(afterMs) ? children : null;
}
