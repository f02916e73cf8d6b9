import { useCallback, useMemo, useState } from "react";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { draftFaults, type EntryNames } from "#contract/manage/interview-draft/draft-faults.ts";
import { placedFaults } from "./faults.ts";

const ALL = "all";

/**
 * The problems of the draft as of the last pause in typing. `faultOf` returns those of fields that the author has left,
 * and all problems after `leaveAll`.
 */
export function useFaults(rested: InterviewDraft, entryNames: EntryNames) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const faults = useMemo(() => placedFaults(rested, draftFaults(rested, entryNames)), [rested, entryNames]);
  const add = useCallback(
    (field: string) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    [],
  );
  const faultOf = useCallback(
    (ownerId: string, field: string) =>
      left.has(ALL) || left.has(`${ownerId}.${field}`)
        ? faults.find((fault) => fault.ownerId === ownerId && fault.field === field)?.reason
        : undefined,
    [left, faults],
  );
  const leave = useCallback((ownerId: string, field: string) => add(`${ownerId}.${field}`), [add]);
  return { faults, faultOf, leave, leaveAll: () => add(ALL) };
}
