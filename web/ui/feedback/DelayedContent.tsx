import type { ReactNode } from "react";
import { useHasDelayPassed } from "./use-has-delay-passed.ts";

type DelayedContentProps = { afterMs: number; children: ReactNode };

/** Shows its children after a delay, so that what ends sooner is never seen. */
export function DelayedContent({ afterMs, children }: DelayedContentProps) {
  return useHasDelayPassed(afterMs) ? children : null;
}
