import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { useIsPageVisible } from "../../ui/use-is-page-visible.ts";

/** A manager who leaves sooner has not really looked. */
const LOOKED_AFTER_MS = 2_000;

/**
 * Stores which revision the manager has seen. If that fails, the next visit marks too much as new, never too little.
 */
export function useMarkRead(clientId: string) {
  return useMutation<object, Error, number>({
    mutationFn: (revision) => call(manageEndpoints.markRead, { params: { clientId }, body: { revision } }),
  });
}

/** Marks the revision as seen once it has been visible on the screen for a moment. */
export function useMarkReadWhenVisible(clientId: string, revision: number | undefined): void {
  const isVisible = useIsPageVisible();
  const { mutate } = useMarkRead(clientId);
  useEffect(() => {
    if (!isVisible || revision === undefined) return;
    const timer = setTimeout(() => mutate(revision), LOOKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isVisible, revision, mutate]);
}
