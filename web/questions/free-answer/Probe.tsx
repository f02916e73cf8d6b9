import type { QuestionOf } from "#contract/interview/question.ts";
import styles from "./Probe.module.css";
import { useProbe } from "./use-probe.ts";

type ProbeProps = { question: QuestionOf<"free-answer"> };

/** Suggests what a client who said little may add. The line changes or disappears with the next answer. */
export function Probe({ question }: ProbeProps) {
  return (
    <p aria-live="polite" className={styles.probe}>
      {useProbe(question)}
    </p>
  );
}
