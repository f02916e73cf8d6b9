import { AnswerText } from "../questions/free-answer/AnswerText.tsx";
import { t } from "../translate.ts";
import { PendingText } from "./PendingText.tsx";
import styles from "./ReviewAnswers.module.css";
import type { ReviewedAnswer } from "./review.ts";

type ReviewAnswersProps = { answers: ReviewedAnswer[] };

/** Shows answers in full, because here the client reads what will be sent. */
export function ReviewAnswers({ answers }: ReviewAnswersProps) {
  return (
    <ol className={styles.answers} aria-label={t("question.answers", { count: answers.length })}>
      {answers.map(({ answer, change }) => (
        <li key={answer.id} className={styles.answer}>
          {answer.reason && <p className={styles.mark}>{t(`reason.badge.${answer.reason}`)}</p>}
          {answer.by && <p className={styles.mark}>{t("answer.addedBy", { name: answer.by.name })}</p>}
          <AnswerText answer={answer} />
          {change !== undefined && <PendingText mark={t("review.changed")} text={change} />}
        </li>
      ))}
    </ol>
  );
}
