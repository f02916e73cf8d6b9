import { useId, useState } from "react";
import { writtenQuestions } from "#contract/interview/interview.ts";
import { dictationPrivacy } from "../../dictation/dictation-privacy.ts";
import { useDictation } from "../../dictation/use-dictation.ts";
import { useInterview } from "../../draft/use-draft.ts";
import { useTakes } from "../../takes/use-takes.ts";
import type { VoiceInput } from "./use-voice-input.ts";

/** The sentence that says who hears a client who talks. */
export type TalkPrivacy = {
  id: string;
  sentence: string;
  /** True at the first question of a section, and wherever the client is about to talk or is talking. */
  isShown: boolean;
  onFocusChange: (hasFocus: boolean) => void;
};

export function useTalkPrivacy(questionId: string, talk: VoiceInput | undefined): TalkPrivacy {
  const id = useId();
  const isFirst = useIsFirstOfSection(questionId);
  const isOnDevice = useDictation(questionId)?.isOnDevice ?? false;
  const { privacy: ofRecordings } = useTakes();
  const [hasFocus, setHasFocus] = useState(false);
  return {
    id,
    sentence: talk?.way === "recording" ? ofRecordings : dictationPrivacy(isOnDevice),
    isShown: talk !== undefined && (isFirst || hasFocus || talk.isOn),
    onFocusChange: setHasFocus,
  };
}

function useIsFirstOfSection(questionId: string): boolean {
  const asked = writtenQuestions(useInterview());
  const own = asked.find(({ question }) => question.id === questionId);
  return asked.find(({ section }) => section.id === own?.section.id) === own;
}
