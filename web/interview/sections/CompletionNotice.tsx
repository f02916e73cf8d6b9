import { useIsComplete, useSubmitted } from "../../draft/use-draft.ts";
import { t } from "../../translate.ts";
import styles from "./CompletionNotice.module.css";

type CompletionNoticeProps = { providerName: string };

/** Tells the client that everything is answered or submitted, below the questions so that nothing moves. */
export function CompletionNotice({ providerName }: CompletionNoticeProps) {
  const isComplete = useIsComplete();
  const { isSubmitted } = useSubmitted();
  const which = isSubmitted ? "submitted" : "complete";
  return (
    <div role="status" className={styles.place}>
      {isComplete && (
        <div key={which} className={styles.card}>
          <svg className={styles.tick} viewBox="0 0 48 48" aria-hidden="true">
            <path
              className={styles.ring}
              d="M24 4C12 4 4 13 4 24s9 20 20 20 20-8 20-20S36 5 23 5"
              pathLength="1"
            />
            <path className={styles.stroke} d="m14 25 7 8 14-19" pathLength="1" />
          </svg>
          <div>
            <p className={styles.title}>{t(`finished.${which}.title`)}</p>
            <p>{t(`finished.${which}.text`, { provider: providerName })}</p>
          </div>
        </div>
      )}
    </div>
  );
}
