import { useDraft, useInterview } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Downloads } from "./Downloads.tsx";
import styles from "./ReviewPage.module.css";
import { ReviewSection } from "./ReviewSection.tsx";
import { reviewOf } from "./review.ts";

type ReviewPageProps = { clientName: string; onOpenQuestion: (questionId: string) => void };

/** Everything entered so far, to be read before it is submitted. Submit itself is in the header, always in reach. */
export function ReviewPage({ clientName, onOpenQuestion }: ReviewPageProps) {
  const interview = useInterview();
  const state = useDraft((whole) => whole);
  const { completed, total } = state.completion;
  const count = total - completed;
  return (
    <>
      <header className={styles.header}>
        <h2 tabIndex={-1} className={styles.title}>
          {t("review.title")}
        </h2>
        <p className={styles.count}>{t("review.answered", { completed, total })}</p>
        <p className={styles.advice}>{count > 0 ? t("missing.text", { count }) : t("review.complete")}</p>
      </header>
      <div className={styles.sections}>
        {reviewOf(interview, state).map((reviewed) => (
          <ReviewSection key={reviewed.section.id} reviewed={reviewed} onOpenQuestion={onOpenQuestion} />
        ))}
        <Downloads clientName={clientName} />
      </div>
    </>
  );
}
