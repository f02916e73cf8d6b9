import { TAKE_MAX_DURATION_MS } from "#contract/limits.ts";
import { t } from "../translate.ts";
import { clockTime } from "../ui/clock-time.ts";
import { useRecording } from "./use-recording.ts";

/** How long the current recording is, and how long it may become. */
export function RecordingTime({ questionId }: { questionId: string }) {
  const { seconds = 0 } = useRecording(questionId) ?? {};
  return (
    <span role="timer">
      {t("recording.time", { time: clockTime(seconds), limit: clockTime(TAKE_MAX_DURATION_MS / 1_000) })}
    </span>
  );
}
