import { t } from "../translate.ts";
import { ReviewQuestion } from "./ReviewQuestion.tsx";
import styles from "./ReviewSection.module.css";
import type { ReviewedSection } from "./review.ts";

type ReviewSectionProps = { reviewed: ReviewedSection; onOpenQuestion: (questionId: string) => void };

export function ReviewSection({ reviewed, onOpenQuestion }: ReviewSectionProps) {
  const { section, completed, total, questions } = reviewed;
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h3>{section.name}</h3>
        {total > 0 && <p className={styles.completed}>{t("sections.completed", { completed, total })}</p>}
      </div>
      <ul className={styles.questions}>
        {questions.map((each) => (
          <ReviewQuestion
            key={each.question.id}
            reviewed={each}
            onOpen={() => onOpenQuestion(each.question.id)}
          />
        ))}
      </ul>
    </section>
  );
}
