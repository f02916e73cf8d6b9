import { useEffect, useState } from "react";
import { useDictatedQuestion } from "../dictation/use-dictation.ts";
import { useVoiceInput, type VoiceInput } from "../questions/free-answer/use-voice-input.ts";
import { useRecordedQuestion } from "../takes/use-recording.ts";

/** On a phone, the strip at the top and the bar at the bottom hide what is behind them. */
const SEEN = { rootMargin: "-44px 0px -69px" };

/** The controls of the microphone that is on, while its own button is scrolled out of view; otherwise undefined. */
export function useOffscreenMicrophone(): VoiceInput | undefined {
  const dictated = useDictatedQuestion();
  const recorded = useRecordedQuestion();
  const questionId = dictated ?? recorded ?? "";
  const talk = useVoiceInput(questionId);
  const isOn = talk?.isOn ?? false;
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const button = document.querySelector(`[data-question="${CSS.escape(questionId)}"] [data-talk]`);
    if (!isOn || !button) return;
    const observer = new IntersectionObserver((entries) => setAway(!entries.at(-1)?.isIntersecting), SEEN);
    observer.observe(button);
    return () => {
      observer.disconnect();
      setAway(false);
    };
  }, [questionId, isOn]);
  return isAway ? talk : undefined;
}
