import { useState } from "react";
import { TAKE_MAX_DURATION_MS, TAKE_WARNING_MS } from "#contract/limits.ts";
import { allowMicrophone } from "../allow-microphone.ts";
import { t } from "../translate.ts";
import styles from "./RecordingStatus.module.css";
import type { QuestionRecording } from "./use-recording.ts";

type RecordingStatusProps = { recording: QuestionRecording };

/** What the client needs to know about a recording now, with the line that screen readers announce. */
export function RecordingStatus({ recording }: RecordingStatusProps) {
  const sentence = sentenceFor(recording);
  return (
    <>
      {sentence !== undefined && (
        <p role="alert" className={styles.notice}>
          {sentence}
        </p>
      )}
      <Announcement recording={recording} />
    </>
  );
}

/** Announces once that a recording runs and once that it has ended, but never the running time. */
function Announcement({ recording: { phase, failure } }: RecordingStatusProps) {
  const [hasRun, setHasRun] = useState(false);
  if (phase === "recording" && !hasRun) setHasRun(true);
  const hasEnded = hasRun && phase === "idle" && failure === undefined;
  return (
    <span aria-live="polite" className="visually-hidden">
      {phase === "recording" && t("recording.started")}
      {hasEnded && t("recording.ended")}
    </span>
  );
}

/** Undefined while there is nothing to say. */
function sentenceFor({ phase, seconds, isUnheard, failure }: QuestionRecording): string | undefined {
  if (failure) return t(`recording.failed.${failure}`, { allow: allowMicrophone() });
  if (phase !== "recording") return undefined;
  if (isUnheard) return t("recording.unheard");
  const isEnding = seconds * 1_000 >= TAKE_MAX_DURATION_MS - TAKE_WARNING_MS;
  return isEnding ? t("recording.ending", { seconds: TAKE_WARNING_MS / 1_000 }) : undefined;
}
