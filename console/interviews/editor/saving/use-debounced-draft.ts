import { useEffect, useState } from "react";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { EditHistory } from "./edit-history.ts";

const REST_MS = 250;

/** The draft as of the last pause in typing. Other changes, such as additions, moves and deletions, appear at once. */
export function useDebouncedDraft({ present, typing }: EditHistory): InterviewDraft {
  const [rested, setRested] = useState(present);
  if (!typing && rested !== present) setRested(present);
  useEffect(() => {
    const timer = setTimeout(() => setRested(present), REST_MS);
    return () => clearTimeout(timer);
  }, [present]);
  return typing ? rested : present;
}
