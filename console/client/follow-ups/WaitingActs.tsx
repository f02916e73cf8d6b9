import { useRef } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { focusIfLost } from "../../ui/focus/focus-if-lost.ts";
import styles from "./QuestionReview.module.css";

type WaitingActsProps = {
  /** The question's title. */
  title: string;
  isMailWaiting: boolean;
  /** Whether the keyboard focus was in the form that just closed. */
  isReturn: boolean;
  onWithdraw: () => void;
  onMail: (done: () => void) => void;
};

/** The actions on a follow-up that waits for the client. */
export function WaitingActs({ title, isMailWaiting, isReturn, onWithdraw, onMail }: WaitingActsProps) {
  const acts = useRef<HTMLDivElement>(null);
  const name = <span className="visually-hidden">: {title}</span>;
  return (
    <div ref={acts} className={styles.waiting}>
      <Button size="small" variant="quiet" ref={isReturn ? focusIfLost : undefined} onClick={onWithdraw}>
        {t("followUp.takeBack")}
        {name}
      </Button>
      {isMailWaiting && (
        <Button
          size="small"
          variant="quiet"
          // this button disappears, so the focus moves to the first one
          onClick={() => onMail(() => acts.current?.querySelector("button")?.focus())}
        >
          {t("followUp.sendNow")}
          {name}
        </Button>
      )}
    </div>
  );
}
