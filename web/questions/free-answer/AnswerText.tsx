import { type Answer, isTranscriptPending } from "#contract/record/answer.ts";
import { PendingTranscript } from "../../takes/PendingTranscript.tsx";
import styles from "./AnswerText.module.css";
import type { TextPreview } from "./preview.ts";

type AnswerTextProps = {
  answer: Answer;
  /** Undefined if the whole text is shown. */
  preview?: TextPreview | undefined;
};

/** The text of an answer, or a preview of long text (spec §2.2). */
export function AnswerText({ answer, preview }: AnswerTextProps) {
  if (isTranscriptPending(answer)) return <PendingTranscript answer={answer} />;
  if (!preview) return <p className={styles.text}>{answer.transcript}</p>;
  const { words, broken } = preview;
  return (
    <p className={styles.text}>
      {words}
      {broken && <span className={styles.broken}>{broken}</span>}...
    </p>
  );
}
