import { useId } from "react";
import type { Answer } from "#contract/answer.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { useFocusInside } from "../ui/use-focus-inside.ts";
import styles from "./UndoDeletion.module.css";

type UndoDeletionProps = { answer: Answer; onUndo: () => void };

/** Stays for as long as the section is open: nobody has to be quick. The press that deleted leaves the focus here. */
export function UndoDeletion({ answer, onUndo }: UndoDeletionProps) {
  const words = useId();
  const row = useFocusInside<HTMLParagraphElement>();
  return (
    <p ref={row} className={styles.row}>
      <span id={words} className={styles.words}>
        {answer.name === "" ? t("answer.deletedRecording") : t("answer.deleted", { name: answer.name })}
      </span>
      <Button variant="quiet" size="small" aria-describedby={words} onClick={onUndo}>
        {t("answer.undo")}
      </Button>
    </p>
  );
}
