import { RecordControl } from "./RecordControl.tsx";
import { useRecording } from "./use-recording.ts";
import { useTakes } from "./use-takes.ts";

type RecordAnswerProps = {
  questionId: string;
  /** Dictation has turned out not to work here: recording is the way to speak. */
  isPrimary: boolean;
};

/** The way to answer a question by recording; nothing where browser or provider do not offer it. */
export function RecordAnswer({ questionId, isPrimary }: RecordAnswerProps) {
  const { privacy } = useTakes();
  const recording = useRecording(questionId);
  return recording && <RecordControl recording={recording} privacy={privacy} isPrimary={isPrimary} />;
}
