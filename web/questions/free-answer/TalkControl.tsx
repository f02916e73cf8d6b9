import type { Ref } from "react";
import { LevelMeter } from "../../takes/LevelMeter.tsx";
import { RecordingTime } from "../../takes/RecordingTime.tsx";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { ElapsedTime } from "../../ui/ElapsedTime.tsx";
import styles from "./TalkControl.module.css";
import type { VoiceInput } from "./use-voice-input.ts";

type TalkControlProps = {
  talk: VoiceInput;
  questionId: string;
  /** The id of the sentence that says who hears the client. */
  privacyId: string;
  onFocusChange: (hasFocus: boolean) => void;
  ref: Ref<HTMLButtonElement>;
};

/** The Talk button; while the microphone is on, with the elapsed time and the level of a recording. */
export function TalkControl({ talk, questionId, privacyId, onFocusChange, ref }: TalkControlProps) {
  const { way, isOn, isBusy, start, stop } = talk;
  return (
    <div className={styles.control}>
      <Button
        ref={ref}
        variant={isOn ? "on" : "talk"}
        icon={isOn ? "stop" : "mic"}
        busy={isBusy}
        data-talk=""
        aria-label={t(isOn ? `${way}.stop` : `${way}.talk`)}
        aria-describedby={privacyId}
        onClick={isOn ? stop : start}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
      >
        {t(isOn ? "talk.stop" : "talk.start")}
      </Button>
      {isOn && way === "dictation" && (
        <span className={styles.state}>
          {t("talk.listening")} <ElapsedTime />
        </span>
      )}
      {isOn && way === "recording" && (
        <span className={styles.state}>
          <RecordingTime questionId={questionId} />
          <LevelMeter />
        </span>
      )}
    </div>
  );
}
