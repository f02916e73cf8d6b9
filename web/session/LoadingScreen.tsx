import { LOADING_OVERLAY_DELAY_MS } from "#contract/limits.ts";
import { t } from "../translate.ts";
import { DelayedContent } from "../ui/feedback/DelayedContent.tsx";
import { LoadingOverlay } from "../ui/feedback/LoadingOverlay.tsx";
import styles from "./LoadingScreen.module.css";

const SECTIONS = [1, 2, 3, 4, 5, 6];

/**
 * Shown between the key and the interview: the interview's outline at once, so that nothing jumps, and an overlay if
 * loading takes longer.
 */
export function LoadingScreen() {
  return (
    <>
      <div className={styles.page} aria-hidden="true">
        <div className={styles.header}>
          <span className={styles.title} />
        </div>
        <div className={styles.panes}>
          <div className={styles.sections}>
            {SECTIONS.map((section) => (
              <span key={section} />
            ))}
          </div>
          <div className={styles.questions}>
            <span className={styles.title} />
            <span className={styles.card} />
            <span className={styles.card} />
          </div>
        </div>
      </div>
      <DelayedContent afterMs={LOADING_OVERLAY_DELAY_MS}>
        <LoadingOverlay label={t("loading")} />
      </DelayedContent>
    </>
  );
}
