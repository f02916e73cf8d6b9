import { useEffect, useState } from "react";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { EditHistory } from "./edit-history.ts";

const REST_MS = 250;

/** The draft as it was when the typing last rested. What is added, moved or deleted is in it at once. */
export function useRestedDraft({ present, typing }: EditHistory): InterviewDraft {
  const [rested, setRested] = useState(present);
  if (!typing && rested !== present) setRested(present);
  useEffect(() => {
    const timer = setTimeout(() => setRested(present), REST_MS);
    return () => clearTimeout(timer);
  }, [present]);
  return typing ? rested : present;
}
