import { useRef } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import styles from "./QuestionReview.module.css";

type WaitingActsProps = {
  /** Of the question. */
  title: string;
  isMailWaiting: boolean;
  /** The keyboard's focus was in the form that has closed. */
  isReturn: boolean;
  onWithdraw: () => void;
  onMail: (done: () => void) => void;
};

/** What can be done about a follow-up that is with the client. */
export function WaitingActs({ title, isMailWaiting, isReturn, onWithdraw, onMail }: WaitingActsProps) {
  const acts = useRef<HTMLDivElement>(null);
  const name = <span className="visually-hidden">: {title}</span>;
  return (
    <div ref={acts} className={styles.waiting}>
      <Button size="small" variant="quiet" autoFocus={isReturn} onClick={onWithdraw}>
        {t("followUp.takeBack")}
        {name}
      </Button>
      {isMailWaiting && (
        <Button
          size="small"
          variant="quiet"
          // the button goes away
          onClick={() => onMail(() => acts.current?.querySelector("button")?.focus())}
        >
          {t("followUp.sendNow")}
          {name}
        </Button>
      )}
    </div>
  );
}
