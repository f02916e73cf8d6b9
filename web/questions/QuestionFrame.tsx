import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Question } from "#contract/interview/question.ts";
import { useDictation } from "../dictation/use-dictation.ts";
import { useDraft, useDraftStore } from "../draft/use-draft.ts";
import { FollowUpNotice } from "../follow-ups/FollowUpNotice.tsx";
import { useNoticedFollowUp, useOpenFollowUp } from "../follow-ups/use-follow-ups.ts";
import { useIsRecording } from "../takes/use-recording.ts";
import { useTakes } from "../takes/use-takes.ts";
import { t } from "../translate.ts";
import { Card } from "../ui/Card.tsx";
import { Icon } from "../ui/Icon.tsx";
import { fieldsLeft } from "./fields-left.ts";
import { focusNextQuestion } from "./focus-question.ts";
import { useFocusLeave } from "./free-answer/use-focus-leave.ts";
import { Help } from "./Help.tsx";
import styles from "./QuestionFrame.module.css";

type QuestionFrameProps = { question: Question; children: ReactNode };

/**
 * The card that every question has: title, prompt, and completion mark. Leaving it makes an answer of the box's text.
 */
export function QuestionFrame({ question, children }: QuestionFrameProps) {
  const draft = useDraftStore();
  const followUp = useOpenFollowUp(question.id);
  const { noticed, isOver, notice } = useNoticedFollowUp(followUp);
  // which follow-up was open when the client closed the card; a new follow-up opens the card again
  const [closedAt, setClosedAt] = useState<string>();
  const asking = followUp?.askedAt ?? "";
  const isComplete = useDraft((state) => state.completion.complete.includes(question.id));
  const left = useDraft(({ draft }) => fieldsLeft(question, draft.answers.forms));
  const dictation = useDictation(question.id);
  const isDictating = dictation?.isOn ?? false;
  const { finish } = useTakes();
  const isRecording = useIsRecording(question.id);
  // text that is being dictated becomes an answer when the dictation stops
  const onBlur = useFocusLeave(() => !isDictating && draft.takeBox(question.id));
  /** Ctrl+Enter or Cmd+Enter goes to the next question, from anywhere in the card except an editor. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget, target } = event;
    if (key !== "Enter" || !(ctrlKey || metaKey) || nativeEvent.isComposing) return;
    if (target instanceof Element && target.closest("[data-editing]")) return;
    event.preventDefault();
    if (!isDictating) draft.takeBox(question.id);
    focusNextQuestion(currentTarget);
  };
  return (
    <Card
      title={question.title}
      headingLevel={3}
      aside={
        <span className={styles.marks}>
          {followUp && <Mark icon="info" words="question.asked" />}
          {!followUp && isComplete && <Mark icon="check" words="question.done" left={left} />}
        </span>
      }
      isOpen={closedAt !== asking}
      onToggle={(open) => {
        setClosedAt(open ? undefined : asking);
        // the client would forget text in a closed card
        if (!open && !isDictating) draft.takeBox(question.id);
        // a closed card hides the button that stops the recording
        if (!open && isRecording) void finish();
      }}
      onBlur={onBlur}
      onFocus={notice}
      onKeyDown={onKeyDown}
      data-question={question.id}
      data-complete={isComplete}
    >
      <div className={styles.body}>
        {question.need && <p className={styles.need}>{t(`question.${question.need}`)}</p>}
        <p className={styles.prompt}>{question.prompt}</p>
        {question.help !== undefined && <Help text={question.help} />}
        {noticed && <FollowUpNotice followUp={noticed} isOver={isOver} />}
        {children}
      </div>
    </Card>
  );
}

type MarkProps = {
  icon: "info" | "check";
  words: "question.asked" | "question.done";
  /** How many fields are open although the question counts as complete. */
  left?: number;
};

function Mark({ icon, words, left = 0 }: MarkProps) {
  return (
    <span className={styles.mark} data-mark={icon}>
      <Icon name={icon} />
      <span className={icon === "check" ? "visually-hidden" : undefined}>{t(words)}</span>
      {left > 0 && <span className={styles.left}>{t("question.left", { left })}</span>}
    </span>
  );
}
