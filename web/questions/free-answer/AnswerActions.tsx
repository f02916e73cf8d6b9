import type { Answer } from "#contract/record/answer.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { timeOrDayOf } from "../../ui/time-of.ts";
import styles from "./AnswerActions.module.css";

type AnswerActionsProps = {
  /** Whether the answer is another person's, so that it cannot be changed here. */
  isTheirs: boolean;
  isWhole: boolean;
  /** Shows the whole text or its beginning; undefined if they are the same. */
  onShow: (() => void) | undefined;
  /** False while the answer's transcript may still arrive. */
  canEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** The buttons of an answer. */
export function AnswerActions({ isTheirs, isWhole, onShow, canEdit, onEdit, onDelete }: AnswerActionsProps) {
  return (
    <div className={styles.actions}>
      {onShow && (
        <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={onShow}>
          {t(isWhole ? "answer.showLess" : "answer.showMore")}
        </Button>
      )}
      {canEdit && !isTheirs && (
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon="pencil"
          label={t("answer.edit")}
          onClick={onEdit}
        />
      )}
      {!isTheirs && (
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon="trash"
          label={t("answer.delete")}
          onClick={onDelete}
        />
      )}
    </div>
  );
}

type AnswerMannerProps = {
  answer: Answer;
  /** Undefined if the text was not tidied. */
  onUndoTidying: (() => void) | undefined;
};

/** How the answer was given, with a button to restore the text as it was heard. */
export function AnswerManner({ answer, onUndoTidying }: AnswerMannerProps) {
  const manner = mannerOf(answer);
  if (!manner && !onUndoTidying) return null;
  return (
    <div className={styles.manner}>
      {manner && <span className={styles.mark}>{manner}</span>}
      {onUndoTidying && (
        <Button variant="quiet" size="small" onClick={onUndoTidying}>
          {t("answer.asHeard")}
        </Button>
      )}
    </div>
  );
}

function mannerOf({ type, source, by, timestamp }: Answer): string | undefined {
  if (by) return `${t("answer.addedBy", { name: by.name })}, ${timeOrDayOf(timestamp, new Date())}`;
  if (type === "audio") return t("answer.spoken");
  return source === "dictated" ? t("answer.dictated") : undefined;
}
