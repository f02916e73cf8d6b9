import { memo, useRef, useState } from "react";
import type { Answer } from "#contract/record/answer.ts";
import { type Draft, editOf, givenUpEditOf } from "../../draft/draft.ts";
import { useDraft, useDraftStore } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { AnswerItem } from "./AnswerItem.tsx";
import styles from "./AnswerList.module.css";
import { UndoLine } from "./UndoLine.tsx";
import { useDeletedAnswers } from "./use-deleted-answers.ts";
import { useScrollToAdded } from "./use-scroll-to-added.ts";

// a key in one answer's editor renders only that answer
const Item = memo(AnswerItem);

type AnswerListProps = { questionId: string };

/** From this many answers on, the list shows only its last ones at first. */
const LONG_LIST = 9;
const SHOWN_OF_LONG_LIST = 3;

/** The answers to a question in the order given, with undo for a deleted answer and for canceled edits. */
export function AnswerList({ questionId }: AnswerListProps) {
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  const edits = useDraft((state) => state.draft.edits);
  const givenUpEdits = useDraft((state) => state.draft.givenUpEdits);
  const { dispatch } = useDraftStore();
  const givenUp = (answers ?? []).filter(({ id }) => givenUpEditOf({ givenUpEdits }, id) !== undefined);
  const list = useRef<HTMLOListElement>(null);
  const undo = useRef<HTMLParagraphElement>(null);
  const { last, remove, restore } = useDeletedAnswers(questionId, { list, undo });
  const added = useDraft((state) => state.draft.added[questionId]);
  useScrollToAdded(list, added);
  const [isWhole, setWhole] = useState(false);
  const earlier = isWhole ? [] : earlierAnswers(answers ?? [], edits);
  return (
    <>
      {earlier.length > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            setWhole(true);
            // the pressed button disappears
            list.current?.focus({ preventScroll: true });
          }}
        >
          {t("answer.earlier", { count: earlier.length })}
        </Button>
      )}
      {answers && answers.length > 0 && (
        <ol
          ref={list}
          tabIndex={-1}
          className={styles.list}
          aria-label={t("question.answers", { count: answers.length })}
        >
          {answers.slice(earlier.length).map((answer) => (
            <Item
              key={answer.id}
              answer={answer}
              edit={editOf({ edits }, answer.id)}
              isNew={answer.id === added}
              onDelete={remove}
            />
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

/** The answers that a long list hides. An answer that is being edited and those after it stay visible. */
function earlierAnswers(answers: Answer[], edits: Draft["edits"]): Answer[] {
  if (answers.length < LONG_LIST) return [];
  const edited = answers.findIndex(({ id }) => editOf({ edits }, id) !== undefined);
  const end = answers.length - SHOWN_OF_LONG_LIST;
  return answers.slice(0, edited === -1 ? end : Math.min(edited, end));
}

function wordsOfDeletion({ name }: Answer): string {
  return name === "" ? t("answer.deletedRecording") : t("answer.deleted", { name });
}
