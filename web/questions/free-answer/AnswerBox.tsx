import type { KeyboardEvent } from "react";
import {
  ANSWER_BOX_MAX_HEIGHT_PX,
  ANSWER_BOX_ROWS,
  ANSWER_MAX_LENGTH,
  ANSWERS_PER_QUESTION_MAX,
} from "#contract/limits.ts";
import { DictationButton } from "../../dictation/DictationButton.tsx";
import { useDictation } from "../../dictation/use-dictation.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { RecordAnswer } from "../../takes/RecordAnswer.tsx";
import { useIsRecording } from "../../takes/use-recording.ts";
import { useTakes } from "../../takes/use-takes.ts";
import { t } from "../../translate.ts";
import { GrowingTextarea } from "../../ui/fields/GrowingTextarea.tsx";
import { useFocusGoesOn } from "../use-focus-goes-on.ts";
import styles from "./AnswerBox.module.css";
import { MoreWays } from "./MoreWays.tsx";
import { typeOnInto } from "./type-on.ts";
import { textOfBox, useBoxText } from "./use-box-text.ts";
import { useEnterChoice } from "./use-enter-choice.ts";

/** From here on the box tells how much room is left. */
const LIMIT_NOTICE_CHARACTERS = 500;

type AnswerBoxProps = {
  questionId: string;
  /** Names the box for those who do not see the heading above it. */
  label: string;
  sample: string;
  /** Whether it can be answered without words of one's own. */
  hasMoreWays?: boolean;
};

/** Where an answer is typed or dictated. Enter leaves the box, which submits; Shift and Enter make a line (spec §4). */
export function AnswerBox({ questionId, label, sample, hasMoreWays = false }: AnswerBoxProps) {
  const draft = useDraftStore();
  const box = useBoxText(questionId);
  const isEmpty = useDraft((state) => textOfBox(state.draft, questionId) === "");
  const isFull = useDraft(
    (state) => (state.draft.answers.written[questionId]?.length ?? 0) >= ANSWERS_PER_QUESTION_MAX,
  );
  const hasAnswers = useDraft((state) => (state.draft.answers.written[questionId]?.length ?? 0) > 0);
  const dictation = useDictation(questionId);
  const waysToAnswer = useFocusGoesOn(dictation);
  const isListening = dictation?.isOn ?? false;
  const { recording } = useTakes();
  const isRecording = useIsRecording(questionId);
  const { addsLine } = useEnterChoice();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // an input method's Enter chooses a word
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isListening) return;
    // with Ctrl it is the card's: the answer is added, and the next question follows
    if (addsLine || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    draft.takeBox(questionId);
    const left = event.currentTarget;
    left.blur();
    typeOnInto(left, (text) =>
      draft.dispatch({ type: "box-changed", questionId, text: text.slice(0, ANSWER_MAX_LENGTH) }),
    );
  };

  /** None where there is text: the browser would style it anew with each key. */
  const placeholderOf = () => {
    if (isListening) return t("dictation.listening");
    if (!isEmpty) return undefined;
    return t(hasAnswers ? "answer.exampleMore" : "answer.example", { sample });
  };

  // the take that fills the question may still be running
  if (isFull && !isRecording)
    return <p className={styles.hint}>{t("answer.tooMany", { max: ANSWERS_PER_QUESTION_MAX })}</p>;
  return (
    <div ref={waysToAnswer} className={styles.answering}>
      <GrowingTextarea
        ref={box}
        aria-label={label}
        rows={ANSWER_BOX_ROWS}
        maxHeightPx={ANSWER_BOX_MAX_HEIGHT_PX}
        maxLength={ANSWER_MAX_LENGTH}
        placeholder={placeholderOf()}
        readOnly={isListening}
        data-box=""
        data-listening={isListening ? "" : undefined}
        onChange={(event) =>
          draft.dispatch({ type: "box-changed", questionId, text: event.currentTarget.value })
        }
        onFocus={() => draft.dispatch({ type: "box-entered", questionId })}
        onKeyDown={onKeyDown}
      />
      <BoxHint questionId={questionId} isEmpty={isEmpty} isListening={isListening} />
      <div className={styles.voice}>
        {dictation && <DictationButton dictation={dictation} hasOtherWay={recording !== undefined} />}
        <RecordAnswer questionId={questionId} isPrimary={dictation?.isDead ?? false} />
        {hasMoreWays && isEmpty && !isListening && !isRecording && <MoreWays questionId={questionId} />}
      </div>
    </div>
  );
}

type BoxHintProps = { questionId: string; isEmpty: boolean; isListening: boolean };

function BoxHint({ questionId, isEmpty, isListening }: BoxHintProps) {
  const { addsLine } = useEnterChoice();
  // only where the number is shown: no key draws the box anew
  const left = useDraft((state) => noticedRoom(textOfBox(state.draft, questionId)));
  if (left !== undefined) {
    return (
      <p className={styles.limit} role="status">
        {t("answer.limit", { left })}
      </p>
    );
  }
  if (isEmpty || isListening) return null;
  return <p className={styles.hint}>{t(addsLine ? "answer.ctrlEnter" : "answer.enter")}</p>;
}

/** How many characters are left, where the box should show that. */
function noticedRoom(text: string): number | undefined {
  const left = ANSWER_MAX_LENGTH - text.length;
  return left < LIMIT_NOTICE_CHARACTERS ? left : undefined;
}
