import { type KeyboardEvent, type MouseEvent, useId, useRef } from "react";
import {
  ANSWER_BOX_MAX_HEIGHT_PX,
  ANSWER_BOX_ROWS,
  ANSWER_MAX_LENGTH,
  ANSWERS_PER_QUESTION_MAX,
} from "#contract/limits.ts";
import { DictationStatus } from "../../dictation/DictationStatus.tsx";
import { useDictation } from "../../dictation/use-dictation.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { RecordingStatus } from "../../takes/RecordingStatus.tsx";
import { useIsRecording, useRecording } from "../../takes/use-recording.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { GrowingTextarea } from "../../ui/fields/GrowingTextarea.tsx";
import { useFocusGoesOn } from "../use-focus-goes-on.ts";
import styles from "./AnswerBox.module.css";
import { BelowBox } from "./BelowBox.tsx";
import { MoreWays } from "./MoreWays.tsx";
import { TalkControl } from "./TalkControl.tsx";
import { typeOnInto } from "./type-on.ts";
import { textOfBox, useBoxText } from "./use-box-text.ts";
import { useEnterChoice } from "./use-enter-choice.ts";
import { useTalk } from "./use-talk.ts";
import { useTalkPrivacy } from "./use-talk-privacy.ts";

type AnswerBoxProps = {
  questionId: string;
  /** Names the box for those who do not see the heading above it. */
  label: string;
  sample: string;
  /** Whether the client may answer with a sentence such as "I don't know". */
  isSkippable?: boolean;
};

/** Where an answer is typed or spoken. Enter leaves the box, which submits; Shift and Enter make a line (spec §4). */
export function AnswerBox({ questionId, label, sample, isSkippable = false }: AnswerBoxProps) {
  const draft = useDraftStore();
  const showText = useBoxText(questionId);
  const box = useRef<HTMLTextAreaElement>(null);
  const talkButton = useRef<HTMLButtonElement>(null);
  const isEmpty = useDraft((state) => textOfBox(state.draft, questionId) === "");
  const count = useDraft((state) => state.draft.answers.written[questionId]?.length ?? 0);
  const dictation = useDictation(questionId);
  const recording = useRecording(questionId);
  const isRecording = useIsRecording(questionId);
  const talk = useTalk(questionId);
  const privacy = useTalkPrivacy(questionId, talk);
  const waysToAnswer = useFocusGoesOn(dictation);
  const isListening = dictation?.isOn ?? false;
  const isOn = isListening || isRecording;
  const { addsLine, noteAdded } = useEnterChoice();
  const waysId = useId();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // an input method's Enter chooses a word
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isListening) return;
    // with Ctrl it is the card's: the answer is added, and the next question follows
    if (addsLine || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!isEmpty) noteAdded(questionId);
    draft.takeBox(questionId);
    const left = event.currentTarget;
    left.blur();
    typeOnInto(left, (text) =>
      draft.dispatch({ type: "box-changed", questionId, text: text.slice(0, ANSWER_MAX_LENGTH) }),
    );
  };

  const add = ({ nativeEvent }: MouseEvent) => {
    draft.takeBox(questionId);
    // the pressed button goes away; a finger wants to see the answer, not the keyboard
    if (!isTouch(nativeEvent)) box.current?.focus();
  };

  /** No text where the box has some: the browser would style the placeholder again with each key. */
  const placeholderOf = () => {
    if (isOn) return t("dictation.listening");
    if (!isEmpty) return undefined;
    return t(count > 0 ? "answer.exampleMore" : "answer.example", { sample });
  };

  // the recording that fills the question may still be running
  if (count >= ANSWERS_PER_QUESTION_MAX && !isRecording)
    return <p className={styles.full}>{t("answer.tooMany", { max: ANSWERS_PER_QUESTION_MAX })}</p>;
  return (
    <div ref={waysToAnswer} className={styles.answering}>
      <div className={styles.composer} data-on={isOn ? "" : undefined}>
        <GrowingTextarea
          isBare
          ref={(element) => {
            box.current = element;
            return showText(element);
          }}
          aria-label={label}
          rows={ANSWER_BOX_ROWS}
          maxHeightPx={ANSWER_BOX_MAX_HEIGHT_PX}
          maxLength={ANSWER_MAX_LENGTH}
          enterKeyHint={addsLine ? "enter" : "done"}
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
        <div className={styles.toolbar}>
          {talk && (
            <TalkControl
              ref={talkButton}
              talk={talk}
              questionId={questionId}
              privacyId={privacy.id}
              onFocusChange={privacy.onFocusChange}
            />
          )}
          {!isOn && !isEmpty && <Button onClick={add}>{t("answer.add")}</Button>}
          {!isOn && isEmpty && (
            <MoreWays
              questionId={questionId}
              listId={waysId}
              isSkippable={isSkippable}
              recordInstead={
                talk?.recordInstead &&
                (() => {
                  talk.recordInstead?.();
                  // the pressed button goes away, and this one stops the recording
                  talkButton.current?.focus({ preventScroll: true });
                })
              }
            />
          )}
        </div>
      </div>
      <BelowBox
        questionId={questionId}
        isEmpty={isEmpty}
        isOn={isOn}
        privacy={privacy}
        onKeepWriting={() => startAtEnd(box.current)}
      />
      {dictation && <DictationStatus dictation={dictation} hasOtherWay={recording !== undefined} />}
      {recording && <RecordingStatus recording={recording} />}
    </div>
  );
}

function startAtEnd(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

/** A press by a finger. A keyboard's press and a screen reader's name no pointer. */
function isTouch(event: globalThis.MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
