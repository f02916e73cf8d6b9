import { useDraft, useSubmitted } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./ReviewEnd.module.css";
import { useEndInView } from "./use-end-in-view.ts";

export type ReviewEndProps = {
  providerName: string;
  isSubmitting: boolean;
  onSubmit: () => void;
  onAnswerMore: () => void;
};

/** The end of the review: who gets the answers, and the button to send them. A phone's bar makes room for it. */
export function ReviewEnd({ providerName, isSubmitting, onSubmit, onAnswerMore }: ReviewEndProps) {
  const { completed, total } = useDraft((state) => state.completion);
  const { isSubmitted } = useSubmitted();
  const count = total - completed;
  const end = useEndInView();
  return (
    <div ref={end} className={styles.end}>
      <p>{t("review.goesTo", { provider: providerName })}</p>
      <div className={styles.buttons}>
        <Button
          variant={count === 0 && !isSubmitted ? "primary" : "secondary"}
          icon="send"
          busy={isSubmitting}
          data-submit=""
          onClick={onSubmit}
        >
          <span className={styles.short}>{t("header.submit")}</span>
          <span className={styles.whole}>{t("review.submit", { provider: providerName })}</span>
        </Button>
        {count > 0 && (
          <Button variant="primary" icon="arrow-right" onClick={onAnswerMore}>
            {t("missing.more", { count })}
          </Button>
        )}
      </div>
    </div>
  );
}
