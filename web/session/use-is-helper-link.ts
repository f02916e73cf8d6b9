import { useSyncExternalStore } from "react";
import { HELPER_LINK_MARK } from "#contract/helper-link.ts";

const neverChanges = () => () => undefined;

/** Whether the link that opened the page is a helper's. The page that the build makes is the client's until the app runs. */
export function useIsHelperLink(): boolean {
  return useSyncExternalStore(neverChanges, isHelperLink, () => false);
}

function isHelperLink(): boolean {
  return new URLSearchParams(location.hash.slice(1)).has(HELPER_LINK_MARK);
}
