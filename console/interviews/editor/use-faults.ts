import { useDeferredValue, useMemo, useState } from "react";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { draftFaults, type EntryNames } from "#contract/manage/interview-draft/draft-faults.ts";
import { placedFaults } from "./faults.ts";

const ALL = "all";

/** What is wrong with a draft, and which of it is shown at its field: where the author has been, and all once asked for. */
export function useFaults(draft: InterviewDraft, entryNames: EntryNames) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // faults may be a moment late, so that typing is not
  const later = useDeferredValue(draft);
  const faults = useMemo(() => placedFaults(later, draftFaults(later, entryNames)), [later, entryNames]);
  const add = (field: string) =>
    setLeft((before) => (before.has(field) ? before : new Set([...before, field])));
  return {
    faults,
    faultOf: (ownerId: string, field: string) =>
      left.has(ALL) || left.has(`${ownerId}.${field}`)
        ? faults.find((fault) => fault.ownerId === ownerId && fault.field === field)?.reason
        : undefined,
    leave: (ownerId: string, field: string) => add(`${ownerId}.${field}`),
    leaveAll: () => add(ALL),
  };
}
