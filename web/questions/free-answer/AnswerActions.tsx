import type { Answer } from "#contract/record/answer.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { timeOrDayOf } from "../../ui/time-of.ts";
import styles from "./AnswerActions.module.css";

type AnswerActionsProps = {
  /** Whether it is another person's, who alone changes it. */
  isTheirs: boolean;
  isWhole: boolean;
  /** Shows the whole text or its beginning; undefined where they are the same. */
  onShow: (() => void) | undefined;
  /** Not while its transcript may still arrive. */
  canEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** What can be done with an answer. */
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
  /** Undefined where the words are as they were given. */
  onUndoTidying: (() => void) | undefined;
};

/** How the answer was given, and the way to the words as they were heard. */
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
