import { allowMicrophone } from "../allow-microphone.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Delayed } from "../ui/feedback/Delayed.tsx";
import styles from "./DictationButton.module.css";
import type { DictationEnding } from "./speaking.ts";
import type { QuestionDictation } from "./use-dictation.ts";

/** Time for a browser that need not ask. */
const ASKING_AFTER_MS = 800;

type DictationButtonProps = {
  dictation: QuestionDictation;
  /** Whether something beside it says how else to speak. */
  hasOtherWay: boolean;
};
type PartProps = Pick<DictationButtonProps, "dictation">;

/** Start and stop, with a line that says where the speech goes, and one that readers announce. */
export function DictationButton({ dictation, hasOtherWay }: DictationButtonProps) {
  const { phase, isOn, isDead, start, stop } = dictation;
  return (
    <div className={styles.row}>
      {!isDead && (
        <Button
          icon={isOn ? "stop" : "mic"}
          variant={isOn ? "danger" : "secondary"}
          busy={phase === "stopping"}
          data-listening={isOn}
          onClick={isOn ? stop : start}
        >
          {isOn ? t("dictation.stop") : t("dictation.start")}
        </Button>
      )}
      {!(isDead && hasOtherWay) && <Remark dictation={dictation} />}
      <Announcement dictation={dictation} />
    </div>
  );
}

/** What there is to know before a press, and while the browser asks for the microphone. */
function Remark({ dictation: { phase, ending, isDead, isOnDevice } }: PartProps) {
  if (isDead) return noticeOf(ending) ? null : <span className={styles.remark}>{t("dictation.dead")}</span>;
  return (
    <span className={styles.remark}>
      {t(isOnDevice ? "dictation.privacy.device" : "dictation.privacy")}
      {phase === "starting" && <Delayed afterMs={ASKING_AFTER_MS}> {t("dictation.asking")}</Delayed>}
    </span>
  );
}

/** Start, stop, the words of the answer, and what went wrong; never the words that are still changing. */
function Announcement({ dictation: { phase, isOn, ending } }: PartProps) {
  const notice = noticeOf(ending);
  return (
    <span
      role="status"
      className={notice ? styles.notice : "visually-hidden"}
      data-failed={ending?.kind === "failed" ? "" : undefined}
    >
      {notice ?? (isOn ? phase !== "starting" && t("dictation.started") : stoppedSentence(ending))}
    </span>
  );
}

/** Everybody sees it, not only who has the page read out. */
function noticeOf(ending: DictationEnding | undefined): string | undefined {
  if (ending?.kind === "failed") return t(`dictation.failed.${ending.cause}`, { allow: allowMicrophone() });
  if (ending?.kind === "unheard") return t("dictation.unheard");
  return ending?.isLimit ? t("dictation.limit") : undefined;
}

function stoppedSentence(ending: DictationEnding | undefined): string {
  if (ending?.kind !== "stopped") return "";
  return ending.text === "" ? t("dictation.stopped") : t("dictation.added", { text: ending.text });
}
