import { useMedia } from "./use-media.ts";

/** Must match `density.css`. */
const PHONE = "(width < 45rem)";

/** Whether the screen is as narrow as a phone's. */
export function usePhone(): boolean {
  return useMedia(PHONE);
}
