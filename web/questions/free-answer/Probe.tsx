import type { QuestionOf } from "#contract/interview/question.ts";
import styles from "./Probe.module.css";
import { useProbe } from "./use-probe.ts";

type ProbeProps = { question: QuestionOf<"free-answer"> };

/** What a client who said little may add; a line that asks for nothing goes with the next answer. */
export function Probe({ question }: ProbeProps) {
  return (
    <p aria-live="polite" className={styles.probe}>
      {useProbe(question)}
    </p>
  );
}
