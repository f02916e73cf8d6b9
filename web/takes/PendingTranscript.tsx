import type { Answer } from "#contract/record/answer.ts";
import { t } from "../translate.ts";
import styles from "./PendingTranscript.module.css";
import { useTake } from "./use-take.ts";

type PendingTranscriptProps = { answer: Answer };

/** Replaces a transcript that has not arrived, or that will not arrive. */
export function PendingTranscript({ answer }: PendingTranscriptProps) {
  const { outcome, awaitsWords } = useTake(answer);
  const isLeft = outcome === "silent" || outcome === "not-transcribed";
  return (
    <p className={styles.pending} role="status">
      {awaitsWords && <span className={styles.spinner} aria-hidden="true" />}
      {awaitsWords && t("transcript.pending")}
      {(isLeft || outcome === "failed" || outcome === "refused") && t(`take.${outcome}`)}
    </p>
  );
}
