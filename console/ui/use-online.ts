import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Whether the browser is online. While it is offline, queries and mutations are paused; they resume afterward. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => onlineManager.isOnline());
}

function subscribe(onChange: () => void): () => void {
  return onlineManager.subscribe(onChange);
}
