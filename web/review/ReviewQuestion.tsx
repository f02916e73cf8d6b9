import { remarksPromptOf } from "#contract/interview/question.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PendingText } from "./PendingText.tsx";
import { ReviewAnswers } from "./ReviewAnswers.tsx";
import { ReviewFields } from "./ReviewFields.tsx";
import styles from "./ReviewQuestion.module.css";
import type { ReviewedQuestion } from "./review.ts";

type ReviewQuestionProps = { reviewed: ReviewedQuestion; onOpen: () => void };

/** A question with its answer, and a button to change the answer. */
export function ReviewQuestion({ reviewed, onOpen }: ReviewQuestionProps) {
  const { question, isAnswered, isMissing, fields, answers, notAdded } = reviewed;
  const remarksPrompt = remarksPromptOf(question);
  const hasRemarks = remarksPrompt !== undefined && (answers.length > 0 || notAdded !== undefined);
  const way = t(isAnswered ? "review.change" : "review.answer");
  return (
    <li className={styles.question} data-missing={isMissing ? "" : undefined}>
      <div className={styles.head}>
        <h4 className={styles.title}>{question.title}</h4>
        <Button variant="quiet" size="small" aria-label={`${way}: ${question.title}`} onClick={onOpen}>
          {way}
        </Button>
      </div>
      <p className={styles.prompt}>{question.prompt}</p>
      {isMissing && (
        <p className={styles.missing}>
          <Icon name="warning" />
          {t(question.need === "required" ? "question.required" : "review.missing")}
        </p>
      )}
      {!isAnswered && !isMissing && <p className={styles.prompt}>{t("question.optional")}</p>}
      {fields.length > 0 && <ReviewFields fields={fields} />}
      {hasRemarks && <p className={styles.prompt}>{remarksPrompt}</p>}
      {answers.length > 0 && <ReviewAnswers answers={answers} />}
      {notAdded !== undefined && <PendingText mark={t("review.notAdded")} text={notAdded} />}
    </li>
  );
}
