import { useStore } from "zustand";
import { useActions, useWorkspace } from "./use-actions.ts";

/** The part for clients who are done, once it is there, and a way to print all answers. */
export function useFinish() {
  const { openReview } = useActions();
  const { module } = useStore(useWorkspace().finish.store);
  /** The review is painted first: it is what the browser prints. */
  const print = () => {
    openReview();
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return { finish: module, print };
}
