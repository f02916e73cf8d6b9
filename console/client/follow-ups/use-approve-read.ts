import { useEffect, useState } from "react";
import { type ReadAnswers, useApproveMany, useUnapproveMany } from "./use-follow-ups.ts";

const UNDO_FOR_MS = 10_000;

/** Approves everything that was read in one press, and takes it back for a while. */
export function useApproveRead(clientId: string) {
  const [approved, setApproved] = useState<string[]>();
  const approving = useApproveMany(clientId);
  const undoing = useUnapproveMany(clientId);
  useEffect(() => {
    if (!approved) return;
    const timer = setTimeout(() => setApproved(undefined), UNDO_FOR_MS);
    return () => clearTimeout(timer);
  }, [approved]);
  return {
    /** What can be taken back; undefined where nothing can. */
    approved,
    isBusy: approving.isPending || undoing.isPending,
    error: approving.error ?? undoing.error,
    approve(read: ReadAnswers) {
      if (read.questions.length === 0 || approving.isPending) return;
      approving.mutate(read, { onSuccess: ({ questions }) => setApproved(questions) });
    },
    undo() {
      if (!approved) return;
      undoing.mutate(approved, { onSuccess: () => setApproved(undefined) });
    },
  };
}
