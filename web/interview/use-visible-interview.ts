import { useMemo } from "react";
import type { Interview } from "#contract/interview/interview.ts";
import { useDictatedQuestion } from "../dictation/use-dictation.ts";
import { useDraft, useInterview } from "../draft/use-draft.ts";
import { unseenQuestions, withoutQuestions } from "../draft/visible-interview.ts";
import { useOpenFollowUps } from "../follow-ups/use-follow-ups.ts";
import { useRecordedQuestion } from "../takes/use-recording.ts";

/**
 * The interview as this client sees it: the questions whose conditions hold, and those with an open follow-up, with
 * open text, or with a microphone that is on.
 */
export function useVisibleInterview(): Interview {
  const interview = useInterview();
  const unseen = useDraft((state) => unseenQuestions(state).join());
  const dictated = useDictatedQuestion();
  const recorded = useRecordedQuestion();
  const asked = useOpenFollowUps();
  return useMemo(() => {
    const isBusy = (id: string) =>
      id === dictated || id === recorded || asked.some(({ question }) => question === id);
    const ids = unseen === "" ? [] : unseen.split(",");
    return withoutQuestions(
      interview,
      ids.filter((id) => !isBusy(id)),
    );
  }, [interview, unseen, dictated, recorded, asked]);
}
