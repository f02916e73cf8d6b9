import { useState } from "react";
import { type Answer, isTranscriptPending } from "#contract/answer.ts";
import { ANSWER_PREVIEW_CHARACTERS } from "#contract/limits.ts";
import { shorten } from "#contract/text.ts";
import { useDraft, useDraftStore } from "../draft/use-draft.ts";
import { EditAnswer } from "../transcript/EditAnswer.tsx";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { AnswerActions } from "./AnswerActions.tsx";
import styles from "./AnswerItem.module.css";

type AnswerItemProps = { answer: Answer };

/** One answer in a question's list: its text, or the editor in its place. */
export function AnswerItem({ answer }: AnswerItemProps) {
  const { dispatch } = useDraftStore();
  const edit = useDraft((state) => state.draft.edits[answer.id]);
  const { id, questionId } = answer;
  if (edit !== undefined) {
    return (
      <li className={styles.item} data-editing="">
        <EditAnswer
          answer={answer}
          text={edit}
          onChange={(text) => dispatch({ type: "edit-changed", id, text })}
          onSave={() => dispatch({ type: "edit-saved", questionId, id })}
          onCancel={() => dispatch({ type: "edit-cancelled", id })}
        />
      </li>
    );
  }
  return (
    <li className={styles.item}>
      <AnswerText answer={answer} />
      <AnswerActions
        answer={answer}
        onEdit={() => dispatch({ type: "edit-changed", id, text: answer.transcript })}
        onDelete={() => dispatch({ type: "answer-deleted", questionId, id })}
      />
    </li>
  );
}

/** Long text is previewed at 80 characters (spec §2.2). */
function AnswerText({ answer }: AnswerItemProps) {
  const [isWhole, setWhole] = useState(false);
  if (isTranscriptPending(answer)) {
    return (
      <p className={styles.pending} role="status">
        <span className={styles.spinner} aria-hidden="true" />
        {t("transcript.pending")}
      </p>
    );
  }
  const preview = shorten(answer.transcript, ANSWER_PREVIEW_CHARACTERS);
  const isLong = preview !== answer.transcript;
  return (
    <div>
      <p className={styles.text}>{isWhole ? answer.transcript : preview}</p>
      {isLong && (
        <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("answer.showLess") : t("answer.showMore")}
        </Button>
      )}
    </div>
  );
}
