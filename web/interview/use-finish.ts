import { useStore } from "zustand";
import { useActions, useWorkspace } from "./workspace/use-actions.ts";

/** The code for clients who are done, once it is loaded, and a function that prints all answers. */
export function useFinish() {
  const { openReview } = useActions();
  const { module } = useStore(useWorkspace().finish.store);
  /** Waits until the review is painted, because the browser prints what is on the page. */
  const print = () => {
    openReview();
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return { finish: module, print };
}
