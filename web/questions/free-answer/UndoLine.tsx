import { type Ref, useId } from "react";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./UndoLine.module.css";

type UndoLineProps = {
  words: string;
  onUndo: () => void;
  ref?: Ref<HTMLParagraphElement>;
  startsFocused?: boolean;
};

/** Says what was just removed, with an undo button. The line stays while the section is open, so there is no hurry. */
export function UndoLine({ words, onUndo, ref, startsFocused }: UndoLineProps) {
  const id = useId();
  return (
    <p ref={ref} className={styles.row}>
      <span id={id} className={styles.words}>
        {words}
      </span>
      <Button
        variant="quiet"
        size="small"
        {...(startsFocused && { autoFocus: true })}
        aria-describedby={id}
        onClick={onUndo}
      >
        {t("answer.undo")}
      </Button>
    </p>
  );
}
