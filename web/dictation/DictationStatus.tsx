import { allowMicrophone } from "../allow-microphone.ts";
import { t } from "../translate.ts";
import { DelayedContent } from "../ui/feedback/DelayedContent.tsx";
import type { DictationEnding } from "./active-dictation.ts";
import styles from "./DictationStatus.module.css";
import type { QuestionDictation } from "./use-dictation.ts";

/** A browser that does not need to ask for the microphone starts sooner than this. */
const ASKING_AFTER_MS = 800;

type DictationStatusProps = {
  dictation: QuestionDictation;
  /** Whether the client can record instead. */
  hasOtherWay: boolean;
};

/** What the client needs to know about dictation now, with the line that screen readers announce. */
export function DictationStatus({ dictation, hasOtherWay }: DictationStatusProps) {
  const { phase, isOn, isDead, ending } = dictation;
  const notice = noticeOf(ending);
  return (
    <>
      {phase === "starting" && (
        <DelayedContent afterMs={ASKING_AFTER_MS}>
          <p className={styles.remark}>{t("dictation.asking")}</p>
        </DelayedContent>
      )}
      {/* announces the start, the stop, the answer's text and problems, but no text that is still changing */}
      <p
        role="status"
        className={notice ? styles.notice : "visually-hidden"}
        data-failed={ending?.kind === "failed" ? "" : undefined}
      >
        {notice ?? (isOn ? phase !== "starting" && t("dictation.started") : stoppedSentence(ending))}
      </p>
      {isDead && !notice && !hasOtherWay && <p className={styles.remark}>{t("dictation.dead")}</p>}
      {isDead && hasOtherWay && <p className={styles.notice}>{t("recording.instead")}</p>}
    </>
  );
}

/** These sentences are visible to everyone, not only announced by screen readers. */
function noticeOf(ending: DictationEnding | undefined): string | undefined {
  if (ending?.kind === "failed") return t(`dictation.failed.${ending.cause}`, { allow: allowMicrophone() });
  if (ending?.kind === "unheard") return t("dictation.unheard");
  return ending?.isLimit ? t("dictation.limit") : undefined;
}

function stoppedSentence(ending: DictationEnding | undefined): string {
  if (ending?.kind !== "stopped") return "";
  return ending.text === "" ? t("dictation.stopped") : t("dictation.added", { text: ending.text });
}
