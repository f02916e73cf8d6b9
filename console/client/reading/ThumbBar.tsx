import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { pressAct } from "./go-to-question.ts";
import { isUnread, type QuestionReading } from "./reading.ts";
import styles from "./ThumbBar.module.css";

type ThumbBarProps = {
  questions: QuestionReading[];
  /** The question being read. */
  current: QuestionReading | undefined;
  onNextUnread: () => void;
};

/** The bottom bar on a phone, with the actions on the question being read. */
export function ThumbBar({ questions, current, onNextUnread }: ThumbBarProps) {
  const press = (act: "approve" | "follow-up") => () => current && pressAct(current.questionId, act);
  const title = <span className="visually-hidden">: {current?.title}</span>;
  return (
    <div className={styles.bar} data-thumb-bar="">
      <Button disabled={!current || current.isWaiting} onClick={press("follow-up")}>
        <Drawing name="reply" />
        {t("followUp.askBack")}
        {title}
      </Button>
      <Button
        variant="primary"
        icon="check"
        disabled={!current?.isAnswered || current.isApproved}
        onClick={press("approve")}
      >
        {t("followUp.approve")}
        {title}
      </Button>
      <Button disabled={!questions.some(isUnread)} onClick={onNextUnread}>
        {t("client.nextNew")}
      </Button>
    </div>
  );
}
