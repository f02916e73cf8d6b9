import { useSyncExternalStore } from "react";
import { HELPER_LINK_MARK } from "#contract/helper-link.ts";

const neverChanges = () => () => undefined;

/** Whether a helper's link opened the page. The prerendered page is the client's until the app runs. */
export function useIsHelperLink(): boolean {
  return useSyncExternalStore(neverChanges, isHelperLink, () => false);
}

function isHelperLink(): boolean {
  return new URLSearchParams(location.hash.slice(1)).has(HELPER_LINK_MARK);
}
