import type { KeyboardEvent, ReactNode } from "react";
import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import { countWords } from "#contract/text.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { GrowingTextarea } from "../ui/fields/GrowingTextarea.tsx";
import styles from "./TranscriptEditor.module.css";
import { useStartAtEnd } from "./use-start-at-end.ts";

export type TranscriptEditorProps = {
  text: string;
  canSave: boolean;
  maxHeightPx: number;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
  /** Further controls beside Save and Cancel. */
  extra?: ReactNode;
};

/** The text of one answer, being edited: Ctrl or Cmd plus Enter saves, Esc cancels (spec §5). */
export function TranscriptEditor(props: TranscriptEditorProps) {
  const { text, canSave, maxHeightPx, onChange, onSave, onCancel, extra } = props;
  const box = useStartAtEnd();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canSave) onSave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.editor}>
      <GrowingTextarea
        ref={box}
        aria-label={t("answer.editing")}
        rows={3}
        maxHeightPx={maxHeightPx}
        maxLength={ANSWER_MAX_LENGTH}
        value={text}
        data-autofocus=""
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.facts}>
        <span>{t("answer.words", { count: countWords(text) })}</span>
        <span className={styles.keys}>{t("answer.keys")}</span>
      </p>
      <div className={styles.actions}>
        <Button variant="primary" size="small" disabled={!canSave} onClick={onSave}>
          {t("answer.save")}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t("answer.cancel")}
        </Button>
        {extra}
      </div>
    </div>
  );
}
