import { useRef, useState } from "react";
import { type AnswerReason, answerReasons } from "#contract/interview/kinds/recorded-answer.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { useTakes } from "../../takes/use-takes.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./AnswerAlternatives.module.css";

type AnswerAlternativesProps = {
  questionId: string;
  listId: string;
  /** Whether a sentence such as "I don't know" may be the answer. */
  isSkippable: boolean;
  /** Undefined if the client cannot choose to record. */
  recordInstead: (() => void) | undefined;
};

/** Other ways to answer than typing and dictating: a recording, or a sentence such as "I don't know". */
export function AnswerAlternatives({
  questionId,
  listId,
  isSkippable,
  recordInstead,
}: AnswerAlternativesProps) {
  const { addReason } = useDraftStore();
  const { privacy } = useTakes();
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const offered = isSkippable
    ? answerReasons.filter((reason) => !answers?.some((answer) => answer.reason === reason))
    : [];
  const privacyId = `${listId}-privacy`;
  const give = (reason: AnswerReason) => {
    addReason(questionId, reason, t(`reason.${reason}`));
    setOpen(false);
    // the pressed button disappears
    opener.current?.focus({ preventScroll: true });
  };
  if (offered.length === 0 && !recordInstead) return null;
  return (
    <>
      <Button
        ref={opener}
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t("answer.ways")}
      </Button>
      {isOpen && (
        <div id={listId} className={styles.list}>
          {recordInstead && (
            <>
              <Button
                icon="record"
                aria-describedby={privacyId}
                onClick={() => {
                  setOpen(false);
                  recordInstead();
                }}
              >
                {t("recording.choose")}
              </Button>
              <span id={privacyId} hidden>
                {privacy}
              </span>
            </>
          )}
          {offered.map((reason) => (
            <Button key={reason} onClick={() => give(reason)}>
              {t(`reason.${reason}`)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
