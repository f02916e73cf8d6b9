import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { useVisible } from "../../ui/use-visible.ts";

/** A manager who leaves sooner has hardly looked. */
const LOOKED_AFTER_MS = 2_000;

/** Notes for the next visit which revision was seen. Where that fails, more is marked then, and nothing is missed. */
export function useMarkRead(clientId: string) {
  return useMutation<object, Error, number>({
    mutationFn: (revision) => call(manageEndpoints.markRead, { params: { clientId }, body: { revision } }),
  });
}

/** The revision on the screen, once it has been there for a moment where somebody could see it. */
export function useMarkReadWhenVisible(clientId: string, revision: number | undefined): void {
  const isVisible = useVisible();
  const { mutate } = useMarkRead(clientId);
  useEffect(() => {
    if (!isVisible || revision === undefined) return;
    const timer = setTimeout(() => mutate(revision), LOOKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isVisible, revision, mutate]);
}
