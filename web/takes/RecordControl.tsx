import { useState } from "react";
import { TAKE_MAX_DURATION_MS, TAKE_WARNING_MS } from "#contract/limits.ts";
import { allowMicrophone } from "../allow-microphone.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { LevelMeter } from "./LevelMeter.tsx";
import styles from "./RecordControl.module.css";
import type { QuestionRecording } from "./use-recording.ts";

type RecordControlProps = {
  recording: QuestionRecording;
  /** Where the sound goes. */
  privacy: string;
  /** Dictation has turned out not to work here: recording is the way to speak. */
  isPrimary: boolean;
};

/** Start and stop, the time and how loud it is, with a line that says where the sound goes. */
export function RecordControl({ recording, privacy, isPrimary }: RecordControlProps) {
  const { phase, seconds, start, stop } = recording;
  const isOn = phase === "recording" || phase === "stopping";
  const idleLook = isPrimary ? "primary" : "secondary";
  const sentence = sentenceFor(recording);
  return (
    <div className={styles.row}>
      {isPrimary && !isOn && <p className={styles.instead}>{t("recording.instead")}</p>}
      <Button
        icon={isOn ? "stop" : "record"}
        variant={isOn ? "danger" : idleLook}
        busy={phase === "starting" || phase === "stopping"}
        data-recording={isOn}
        onClick={isOn ? stop : start}
      >
        {isOn ? t("recording.stop") : t("recording.start")}
      </Button>
      {isOn && (
        <span role="timer" className={styles.time}>
          {t("recording.time", { time: clockTime(seconds), limit: clockTime(TAKE_MAX_DURATION_MS / 1_000) })}
        </span>
      )}
      {isOn && <LevelMeter />}
      {!isOn && sentence === undefined && <span className={styles.privacy}>{privacy}</span>}
      {sentence !== undefined && (
        <span role="alert" className={styles.notice}>
          {sentence}
        </span>
      )}
      <Announcement recording={recording} />
    </div>
  );
}

/** That it goes on, and that it has ended: once each, and never the time that runs. */
function Announcement({ recording: { phase, failure } }: { recording: QuestionRecording }) {
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

/** What the client has to know now, if anything. */
function sentenceFor({ phase, seconds, isUnheard, failure }: QuestionRecording): string | undefined {
  if (failure) return t(`recording.failed.${failure}`, { allow: allowMicrophone() });
  if (phase !== "recording") return undefined;
  if (isUnheard) return t("recording.unheard");
  const isEnding = seconds * 1_000 >= TAKE_MAX_DURATION_MS - TAKE_WARNING_MS;
  return isEnding ? t("recording.ending", { seconds: TAKE_WARNING_MS / 1_000 }) : undefined;
}

function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
