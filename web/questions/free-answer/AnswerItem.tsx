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
  /** The new words while it is being edited. */
  edit: string | undefined;
  /** Whether its box became this answer just now. */
  isNew: boolean;
  onDelete: (answer: Answer) => void;
};

/**
 * One answer in a question's list: its text, or the editor in its place. The list looks into the draft for it: with each
 * key, two hundred answers that look there themselves cost more than the box.
 */
export function AnswerItem({ answer, edit, isNew, onDelete }: AnswerItemProps) {
  // the list keeps what it has drawn, in another language too
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
        {/* above its words, which come while somebody may be pressing Listen */}
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

/** Nobody edits the mark that stands in the place of a transcript. */
function wordsOf(answer: Answer): string {
  return isTranscriptPending(answer) ? "" : answer.transcript;
}
