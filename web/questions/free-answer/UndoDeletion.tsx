import { type Ref, useId } from "react";
import type { Answer } from "#contract/record/answer.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./UndoDeletion.module.css";

type UndoDeletionProps = { answer: Answer; onUndo: () => void; ref: Ref<HTMLParagraphElement> };

/** Stays for as long as the section is open: nobody has to be quick. */
export function UndoDeletion({ answer, onUndo, ref }: UndoDeletionProps) {
  const words = useId();
  return (
    <p ref={ref} className={styles.row}>
      <span id={words} className={styles.words}>
        {answer.name === "" ? t("answer.deletedRecording") : t("answer.deleted", { name: answer.name })}
      </span>
      <Button variant="quiet" size="small" aria-describedby={words} onClick={onUndo}>
        {t("answer.undo")}
      </Button>
    </p>
  );
}
