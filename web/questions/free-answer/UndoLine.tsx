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

/** What has just gone, and the way back. It stays for as long as the section is open: nobody has to be quick. */
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
