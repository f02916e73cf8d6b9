import { type ReactNode, useDeferredValue } from "react";
import { requiredOpen } from "#contract/record/completion.ts";
import { useDraft, useInterview, useSubmitted } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { timeOf } from "../ui/time-of.ts";
import { ReviewEnd, type ReviewEndProps } from "./ReviewEnd.tsx";
import styles from "./ReviewPage.module.css";
import { ReviewSection } from "./ReviewSection.tsx";
import { reviewOf } from "./review.ts";

type ReviewPageProps = ReviewEndProps & {
  onOpenQuestion: (questionId: string) => void;
  /** The buttons that download a copy. */
  downloads: ReactNode;
  /** Whether the page returns to a scroll position, and so has its whole height at once. */
  isReturn: boolean;
};

/** The press that opens the review draws only these, so that it is answered sooner; the rest follows at once. */
const FIRST_SECTIONS = 1;

/** Shows everything entered so far, with the button to submit it at the end. */
export function ReviewPage({ onOpenQuestion, downloads, isReturn, ...end }: ReviewPageProps) {
  const interview = useInterview();
  const isWhole = useDeferredValue(true, isReturn);
  const state = useDraft((whole) => whole);
  const { completed, total } = state.completion;
  const count = total - completed;
  const required = requiredOpen(interview, state.completion).length;
  const { submittedAt, isSubmitted } = useSubmitted();
  const advice = () => {
    if (required > 0) return `${t("missing.required.title", { count: required })}.`;
    if (count > 0) return t("missing.text", { count });
    return isSubmitted ? t("finished.submitted.text", { provider: end.providerName }) : t("review.complete");
  };
  return (
    <>
      <header className={styles.header}>
        <h2 tabIndex={-1} className={styles.title}>
          {t("review.title")}
        </h2>
        <p className={styles.count}>{t("review.answered", { completed, total })}</p>
        {submittedAt && (
          <p>
            {t("header.submitted", { time: timeOf(submittedAt, new Date()) })}
            {!isSubmitted && ` · ${t("header.changed")}`}
          </p>
        )}
        <p className={styles.advice}>{advice()}</p>
      </header>
      <div className={styles.sections}>
        {reviewOf(interview, state)
          .slice(0, isWhole ? undefined : FIRST_SECTIONS)
          .map((reviewed) => (
            <ReviewSection key={reviewed.section.id} reviewed={reviewed} onOpenQuestion={onOpenQuestion} />
          ))}
        {isWhole && downloads}
        {isWhole && <ReviewEnd {...end} />}
      </div>
    </>
  );
}
