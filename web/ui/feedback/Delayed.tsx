import type { ReactNode } from "react";
import { useDelayed } from "./use-delayed.ts";

type DelayedProps = { afterMs: number; children: ReactNode };

/** Shows its children after a delay, so that what ends sooner is never seen. */
export function Delayed({ afterMs, children }: DelayedProps) {
  return useDelayed(afterMs) ? children : null;
}
