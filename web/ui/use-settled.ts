import { useDelayed } from "./feedback/use-delayed.ts";

/** The second tap of a double tap must not press a button that confirms. */
const SETTLING_MS = 600;

/** Whether the component has been shown long enough for a press to be meant for it. */
export function useSettled(): boolean {
  return useDelayed(SETTLING_MS);
}
