import { type CSSProperties, useState } from "react";
import { type Answer, hasRecording, isTranscriptPending } from "#contract/record/answer.ts";
import { useDraftStore } from "../../draft/use-draft.ts";
import { TakeDetails } from "../../takes/TakeDetails.tsx";
import { useTake } from "../../takes/use-take.ts";
import { EditAnswer } from "../../transcript/EditAnswer.tsx";
import { useLanguage } from "../../ui/language/use-language.ts";
import { AnswerActions, AnswerManner } from "./AnswerActions.tsx";
import styles from "./AnswerItem.module.css";
import { AnswerText } from "./AnswerText.tsx";
import { previewOf } from "./preview.ts";

type AnswerItemProps = {
  answer: Answer;
  /** The new text while the answer is being edited. */
  edit: string | undefined;
  /** Whether the answer was just made in the box. */
  isNew: boolean;
  onDelete: (answer: Answer) => void;
};

/**
 * One answer in a question's list: its text, or the editor. The list passes `edit` down, because two hundred answers
 * that each read the draft would cost more at every key than the box does.
 */
export function AnswerItem({ answer, edit, isNew, onDelete }: AnswerItemProps) {
  // the list memoizes this component, so it must follow the language here
  useLanguage();
  const { dispatch, isHelpers } = useDraftStore();
  const { awaitsWords } = useTake(answer);
  const [isWhole, setWhole] = useState(false);
  const { id, questionId } = answer;
  if (edit !== undefined) {
    return (
      <li className={styles.item} data-editing="">
        <EditAnswer
          answer={answer}
          text={edit}
          onChange={(text) => dispatch({ type: "edit-changed", id, text })}
          onSave={() => dispatch({ type: "edit-saved", questionId, id })}
          onCancel={() => dispatch({ type: "edit-canceled", id })}
        />
      </li>
    );
  }
  const preview = isTranscriptPending(answer) ? undefined : previewOf(answer.transcript);
  const length = { "--characters": answer.transcript.length } as CSSProperties;
  return (
    <li
      className={styles.item}
      data-new={isNew ? "" : undefined}
      data-long={preview ? "" : undefined}
      style={length}
    >
      <div className={styles.body}>
        {/* above the text, so that an arriving transcript does not move the Listen button */}
        {hasRecording(answer) && <TakeDetails answer={answer} />}
        <AnswerText answer={answer} preview={isWhole ? undefined : preview} />
        <AnswerManner
          answer={answer}
          onUndoTidying={
            answer.raw !== undefined ? () => dispatch({ type: "tidying-undone", questionId, id }) : undefined
          }
        />
      </div>
      <AnswerActions
        isTheirs={isHelpers && answer.by !== undefined}
        isWhole={isWhole}
        onShow={preview && (() => setWhole(!isWhole))}
        canEdit={!awaitsWords}
        onEdit={() => dispatch({ type: "edit-changed", id, text: wordsOf(answer) })}
        onDelete={() => onDelete(answer)}
      />
    </li>
  );
}

/** The editor starts empty while the transcript is pending, instead of with its placeholder. */
function wordsOf(answer: Answer): string {
  return isTranscriptPending(answer) ? "" : answer.transcript;
}
