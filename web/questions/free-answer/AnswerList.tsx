import { memo, useRef } from "react";
import type { Answer } from "#contract/record/answer.ts";
import { editOf, givenUpEditOf } from "../../draft/draft.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { AnswerItem } from "./AnswerItem.tsx";
import styles from "./AnswerList.module.css";
import { UndoLine } from "./UndoLine.tsx";
import { useDeletedAnswers } from "./use-deleted-answers.ts";

// a key in one answer's editor draws that answer only
const Item = memo(AnswerItem);

type AnswerListProps = { questionId: string };

/** The answers given to a question, in the order in which they were given, and the way back for one just deleted. */
export function AnswerList({ questionId }: AnswerListProps) {
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const edits = useDraft((state) => state.draft.edits);
  const givenUpEdits = useDraft((state) => state.draft.givenUpEdits);
  const { dispatch } = useDraftStore();
  const givenUp = (answers ?? []).filter(({ id }) => givenUpEditOf({ givenUpEdits }, id) !== undefined);
  const list = useRef<HTMLOListElement>(null);
  const undo = useRef<HTMLParagraphElement>(null);
  const { last, remove, restore } = useDeletedAnswers(questionId, { list, undo });
  return (
    <>
      {answers && answers.length > 0 && (
        <ol ref={list} className={styles.list} aria-label={t("question.answers", { count: answers.length })}>
          {answers.map((answer) => (
            <Item key={answer.id} answer={answer} edit={editOf({ edits }, answer.id)} onDelete={remove} />
          ))}
        </ol>
      )}
      {givenUp.map(({ id }) => (
        <UndoLine
          key={id}
          words={t("answer.editGivenUp")}
          // the focus was in the editor that has closed
          startsFocused
          onUndo={() => dispatch({ type: "edit-taken-up", id })}
        />
      ))}
      {last && <UndoLine ref={undo} words={wordsOfDeletion(last)} onUndo={() => restore(last)} />}
    </>
  );
}

function wordsOfDeletion({ name }: Answer): string {
  return name === "" ? t("answer.deletedRecording") : t("answer.deleted", { name });
}
