import { useSyncExternalStore } from "react";

const CHANGES = ["online", "offline"] as const;

/** Whether the browser has a network, which says nothing about whether our server answers. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(onChange: () => void): () => void {
  for (const name of CHANGES) addEventListener(name, onChange);
  return () => {
    for (const name of CHANGES) removeEventListener(name, onChange);
  };
}
