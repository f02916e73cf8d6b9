import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ReviewAnswers } from "./ReviewAnswers.tsx";
import { ReviewFields } from "./ReviewFields.tsx";
import styles from "./ReviewQuestion.module.css";
import type { ReviewedQuestion } from "./review.ts";
import { Waiting } from "./Waiting.tsx";

type ReviewQuestionProps = { reviewed: ReviewedQuestion; onOpen: () => void };

/** What was asked, what was answered, and the way to change it. */
export function ReviewQuestion({ reviewed, onOpen }: ReviewQuestionProps) {
  const { question, isAnswered, fields, answers, notAdded } = reviewed;
  const hasRemarks = question.kind === "tool-picker" && (answers.length > 0 || notAdded !== undefined);
  return (
    <li className={styles.question}>
      <h4 className={styles.title}>{question.title}</h4>
      <p className={styles.prompt}>{question.prompt}</p>
      {!isAnswered && (
        <p className={styles.missing}>
          <Icon name="warning" />
          {t("review.missing")}
        </p>
      )}
      {fields.length > 0 && <ReviewFields fields={fields} />}
      {hasRemarks && <p className={styles.prompt}>{question.remarksPrompt}</p>}
      {answers.length > 0 && <ReviewAnswers answers={answers} />}
      {notAdded !== undefined && <Waiting mark={t("review.notAdded")} text={notAdded} />}
      <OpenButton title={question.title} isAnswered={isAnswered} onOpen={onOpen} />
    </li>
  );
}

type OpenButtonProps = { title: string; isAnswered: boolean; onOpen: () => void };

function OpenButton({ title, isAnswered, onOpen }: OpenButtonProps) {
  if (isAnswered) {
    return (
      <div className={styles.go}>
        <Button variant="quiet" size="small" icon="arrow-right" onClick={onOpen}>
          {t("review.go", { question: title })}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <Button size="small" icon="pencil" aria-label={`${t("review.answer")}: ${title}`} onClick={onOpen}>
        {t("review.answer")}
      </Button>
    </div>
  );
}
