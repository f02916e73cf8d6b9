import { useId, useState } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./QuestionFrame.module.css";

type HelpProps = { text: string };

/** The provider's help for a prompt, folded until the client opens it. */
export function Help({ text }: HelpProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("question.help")}
      </Button>
      <p id={id} className={styles.help} hidden={!isOpen}>
        {text}
      </p>
    </div>
  );
}
