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
import { useFocusAfterDictation } from "../use-focus-after-dictation.ts";
import { AnswerAlternatives } from "./AnswerAlternatives.tsx";
import styles from "./AnswerBox.module.css";
import { AnswerBoxFooter } from "./AnswerBoxFooter.tsx";
import { TalkControl } from "./TalkControl.tsx";
import { typeOnInto } from "./type-on.ts";
import { textOfBox, useBoxText } from "./use-box-text.ts";
import { useEnterChoice } from "./use-enter-choice.ts";
import { useTalkPrivacy } from "./use-talk-privacy.ts";
import { useVoiceInput } from "./use-voice-input.ts";

type AnswerBoxProps = {
  questionId: string;
  /** The box's accessible name. */
  label: string;
  sample: string;
  /** Whether the client may answer with a sentence such as "I don't know". */
  isSkippable?: boolean;
};

/**
 * Where an answer is typed or spoken. Enter leaves the box, which adds the answer; Shift+Enter makes a line (spec §4).
 */
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
  const talk = useVoiceInput(questionId);
  const privacy = useTalkPrivacy(questionId, talk);
  const waysToAnswer = useFocusAfterDictation(dictation);
  const isListening = dictation?.isOn ?? false;
  const isOn = isListening || isRecording;
  const { addsLine, noteAdded } = useEnterChoice();
  const waysId = useId();

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // in an input method, Enter chooses a word
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isListening) return;
    // the card handles Ctrl+Enter: it adds the answer and goes to the next question
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
    // the pressed button disappears; on touch, the focus would open a keyboard over the answer
    if (!isTouch(nativeEvent)) box.current?.focus();
  };

  /** Undefined while the box has text, because the browser would style the placeholder again with each key. */
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
            <AnswerAlternatives
              questionId={questionId}
              listId={waysId}
              isSkippable={isSkippable}
              recordInstead={
                talk?.recordInstead &&
                (() => {
                  talk.recordInstead?.();
                  // the pressed button disappears, and the Talk button stops the recording
                  talkButton.current?.focus({ preventScroll: true });
                })
              }
            />
          )}
        </div>
      </div>
      <AnswerBoxFooter
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

/** Whether a finger made the press. A press by keyboard or screen reader has no pointer type. */
function isTouch(event: globalThis.MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}
