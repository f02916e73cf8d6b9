import { useHasDelayPassed } from "./feedback/use-has-delay-passed.ts";

/** The second tap of a double tap must not press a button that confirms. */
const SETTLING_MS = 600;

/** Whether the component has been shown long enough for a press to be meant for it. */
export function useReadyForPress(): boolean {
  return useHasDelayPassed(SETTLING_MS);
}
