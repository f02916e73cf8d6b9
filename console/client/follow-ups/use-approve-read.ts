import { useEffect, useState } from "react";
import { type ReadAnswers, useApproveMany, useUnapproveMany } from "./use-follow-ups.ts";

const UNDO_FOR_MS = 10_000;

/** Approves all read answers at once, and offers to undo this for a short time. */
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
    /** The approvals that can be undone; undefined if there are no such approvals. */
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
