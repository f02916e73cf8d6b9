import type { Question } from "#contract/interview/question.ts";
import { useDictation } from "../dictation/use-dictation.ts";
import { useDraft } from "../draft/use-draft.ts";
import { useRecording } from "../takes/use-recording.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { clockTime } from "../ui/clock-time.ts";
import { ElapsedTime } from "../ui/ElapsedTime.tsx";
import { Icon } from "../ui/Icon.tsx";
import styles from "./TalkStage.module.css";
import { askedWords, probeOf, type Talk, type TalkSnapshot } from "./talk.ts";
import { useLevelOn, useTalkSnapshot } from "./use-talk-through.ts";

type TalkStageProps = { talk: Talk; question: Question };

/** The question in large letters, with the ring that shows the microphone's level. */
export function TalkStage({ talk, question }: TalkStageProps) {
  const view = useTalkSnapshot(talk);
  const { state, isAfterAnswer } = view;
  const { phase } = state;
  const probe = probeOf(state);
  const asked = askedWords(question, probe);
  const hints = question.kind === "free-answer" && probe === undefined ? question.hints : undefined;
  const isGot = phase === "kept" || isAfterAnswer;
  return (
    <div className={styles.stage}>
      <div>
        <p className={styles.got}>
          {isGot && (
            <>
              <Icon name="check" />
              {t(probe === undefined ? "through.got" : "through.gotMore")}
            </>
          )}
        </p>
        <h2 className={styles.question}>
          {phase === "asking" ? (
            <button type="button" className={styles.tapped} onClick={() => talk.tell("tapped")}>
              {asked}
            </button>
          ) : (
            asked
          )}
        </h2>
        {hints && <p className={styles.hints}>{t("through.hints", { hints: hints.join(", ") })}</p>}
      </div>
      <Ring talk={talk} view={view} questionId={question.id} />
      <Caption view={view} questionId={question.id} />
      <p className={styles.typing}>
        <Button variant="quiet" icon="pencil" onClick={() => talk.tell("type-instead")}>
          {t("through.type")}
        </Button>
      </p>
    </div>
  );
}

type RingProps = { talk: Talk; view: TalkSnapshot; questionId: string };

/**
 * A ring that moves with the client's voice and is still otherwise. A touch during silence keeps the microphone open.
 */
function Ring({ talk, view: { state }, questionId }: RingProps) {
  const writeLevel = useLevelOn();
  const { seconds = 0, phase: recorded = "idle" } = useRecording(questionId) ?? {};
  const isListening = state.phase === "listening" || state.phase === "quiet";
  const isRecording = recorded === "recording";
  const isDictating = (useDictation(questionId)?.phase ?? "idle") === "listening";
  return (
    // a touch on the ring means "not yet"; the text and the button say the same to everyone else
    <div
      ref={writeLevel}
      className={styles.ring}
      data-on={isListening ? "" : undefined}
      aria-hidden="true"
      onPointerDown={() => talk.tell("tapped")}
    >
      <span className={styles.disk}>
        <span className={styles.state}>{t(wordsOf(state.phase, isRecording || isDictating))}</span>
        {isListening && isRecording && <span className={styles.time}>{clockTime(seconds)}</span>}
        {isListening && !isRecording && isDictating && (
          <span className={styles.time}>
            <ElapsedTime />
          </span>
        )}
      </span>
    </div>
  );
}

function wordsOf(phase: TalkSnapshot["state"]["phase"], isOpen: boolean) {
  switch (phase) {
    case "asking":
      return "through.state.asking";
    case "listening":
      return isOpen ? "through.state.listening" : "through.state.opening";
    case "quiet":
      return "through.state.quiet";
    case "kept":
      return "through.state.kept";
    default:
      return "through.state.paused";
  }
}

type CaptionProps = { view: TalkSnapshot; questionId: string };

/** What was understood so far, or what a pause has kept. */
function Caption({ view, questionId }: CaptionProps) {
  const { state, keptSeconds } = view;
  const words = useDraft(({ draft }) => draft.boxes[questionId] ?? "");
  const text = () => {
    if (state.phase === "paused")
      return keptSeconds === undefined
        ? t("through.paused")
        : t("through.pausedKept", { seconds: keptSeconds });
    if (state.phase === "interrupted") return t("through.interrupted");
    if (state.phase !== "listening" && state.phase !== "quiet") return "";
    return words === "" ? t("through.wordsFollow") : words;
  };
  return <p className={styles.caption}>{text()}</p>;
}
