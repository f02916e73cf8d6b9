import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Whether the browser has a connection at all; without one no call is tried, and all go on once it is back. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline());
}

function subscribe(onChange: () => void): () => void {
  return onlineManager.subscribe(onChange);
}
