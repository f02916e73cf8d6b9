import { memo, useRef } from "react";
import { editOf, heardOf } from "../../draft/draft.ts";
import { useDraft } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { AnswerItem } from "./AnswerItem.tsx";
import styles from "./AnswerList.module.css";
import { UndoDeletion } from "./UndoDeletion.tsx";
import { useDeletedAnswers } from "./use-deleted-answers.ts";

// a key in one answer's editor draws that answer only
const Item = memo(AnswerItem);

type AnswerListProps = { questionId: string };

/** The answers given to a question, in the order in which they were given, and the way back for one just deleted. */
export function AnswerList({ questionId }: AnswerListProps) {
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const edits = useDraft((state) => state.draft.edits);
  const heard = useDraft((state) => state.draft.heard);
  const list = useRef<HTMLOListElement>(null);
  const undo = useRef<HTMLParagraphElement>(null);
  const { last, remove, restore } = useDeletedAnswers(questionId, { list, undo });
  return (
    <>
      {answers && answers.length > 0 && (
        <ol ref={list} className={styles.list} aria-label={t("question.answers", { count: answers.length })}>
          {answers.map((answer) => (
            <Item
              key={answer.id}
              answer={answer}
              edit={editOf({ edits }, answer.id)}
              isTidiedUp={heardOf({ heard }, answer.id) !== undefined}
              onDelete={remove}
            />
          ))}
        </ol>
      )}
      {last && <UndoDeletion ref={undo} answer={last} onUndo={() => restore(last)} />}
    </>
  );
}
