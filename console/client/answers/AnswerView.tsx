import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import type { AnswerChange } from "#contract/manage/answers/read-markers.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf } from "../../api/call.ts";
import { type MessageId, t } from "../../translate.ts";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import styles from "./AnswerView.module.css";
import { ChangeMark } from "./ChangeMark.tsx";

type AnswerViewProps = {
  clientId: string;
  answer: BriefAnswer;
  /** What changed since the manager last looked; undefined if the whole question is new. */
  change: AnswerChange | undefined;
};

/** One free answer, with an audio player if it was recorded. */
export function AnswerView({ clientId, answer, change }: AnswerViewProps) {
  const { id, content, timestamp, recording } = answer;
  return (
    <li className={styles.answer}>
      {recording?.wordless ? (
        <p className={styles.wordless}>{t(`answer.wordless.${recording.wordless}`)}</p>
      ) : (
        <p className={styles.words} dir="auto">
          {content}
        </p>
      )}
      {recording && recording.durationMs !== null && (
        // biome-ignore lint/a11y/useMediaCaption: the transcript is shown above the player
        <audio
          controls
          preload="none"
          className={styles.player}
          src={addressOf(manageEndpoints.hearTake, { params: { clientId, takeId: id } })}
          aria-label={t("answer.listen")}
        />
      )}
      <p className={styles.how}>
        {answer.reason && <strong className={styles.reason}>{t(`answer.reason.${answer.reason}`)}</strong>}
        <span className={styles.origin} data-usual={isUsual(answer) ? "" : undefined}>
          {answer.by ? t("answer.addedBy", { name: answer.by.name }) : t(howOf(answer))},{" "}
          <RelativeTime at={timestamp} never="" />
        </span>{" "}
        {change && <ChangeMark kind={change} />}
      </p>
    </li>
  );
}

/** Whether the client typed the answer, which needs no explanation. */
function isUsual({ reason, by, recording, source }: BriefAnswer): boolean {
  return !reason && !by && !recording && source !== "dictated";
}

function howOf({ recording, source }: BriefAnswer): MessageId {
  if (recording) return "answer.how.recorded";
  return source === "dictated" ? "answer.how.dictated" : "answer.how.typed";
}
