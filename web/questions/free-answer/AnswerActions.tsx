import type { Answer } from "#contract/record/answer.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./AnswerActions.module.css";

type AnswerActionsProps = {
  answer: Answer;
  /** Undefined where the words are as they were given. */
  onUndoTidying: (() => void) | undefined;
  /** Not while its transcript may still arrive. */
  canEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** How the answer was given, and what can be done with it. */
export function AnswerActions({ answer, canEdit, onUndoTidying, onEdit, onDelete }: AnswerActionsProps) {
  const manner = mannerOf(answer);
  return (
    <div className={styles.actions}>
      {manner && <span className={styles.manner}>{manner}</span>}
      {onUndoTidying && (
        <Button variant="quiet" size="small" onClick={onUndoTidying}>
          {t("answer.asHeard")}
        </Button>
      )}
      {canEdit && (
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon="pencil"
          label={t("answer.edit")}
          onClick={onEdit}
        />
      )}
      <Button
        variant="quiet"
        size="small"
        iconOnly
        icon="trash"
        label={t("answer.delete")}
        onClick={onDelete}
      />
    </div>
  );
}

function mannerOf({ type, source }: Answer): string | undefined {
  if (type === "audio") return t("answer.spoken");
  return source === "dictated" ? t("answer.dictated") : undefined;
}
