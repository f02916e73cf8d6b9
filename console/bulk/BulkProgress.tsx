import { useState } from "react";
import type { BulkJob } from "#contract/manage/bulk.ts";
import { Button } from "../../web/ui/Button.tsx";
import { ProgressBar } from "../../web/ui/feedback/ProgressBar.tsx";
import { t } from "../translate.ts";
import { useFocusIfLost } from "../ui/focus/use-focus-if-lost.ts";
import { LateButton } from "../ui/LateButton.tsx";
import styles from "./BulkBar.module.css";
import { isUnderWay } from "./is-under-way.ts";
import { SkippedDialog } from "./SkippedDialog.tsx";
import type { useBulk } from "./use-bulk.ts";
import { useIsFuture } from "./use-is-future.ts";

type BulkProgressProps = { of: ReturnType<typeof useBulk> };

/** The progress and then the result of an action, with an undo button. */
export function BulkProgress({ of: { bulk, undoUntil, error, stop, undo, leave } }: BulkProgressProps) {
  const [isShowing, setIsShowing] = useState(false);
  const canUndo = useIsFuture(undoUntil);
  const isRunning = bulk === undefined || isUnderWay(bulk);
  const words = useFocusIfLost<HTMLParagraphElement>(bulk?.state);
  const share = bulk ? (100 * (bulk.done + bulk.skipped)) / Math.max(1, bulk.total) : 0;
  return (
    <div className={styles.bar} data-progress="">
      <p ref={words} tabIndex={-1} className={styles.count} role="status">
        {error ? error.message : resultOf(bulk)}
      </p>
      {isRunning && !error && (
        <span className={styles.track}>
          <ProgressBar label={t("bulk.progress")} value={share} />
        </span>
      )}
      {bulk?.state === "running" && (
        <LateButton size="small" busy={stop.isPending} onClick={() => stop.mutate()}>
          {t("bulk.stop")}
        </LateButton>
      )}
      {bulk && bulk.skipped > 0 && !isRunning && (
        <Button variant="quiet" size="small" onClick={() => setIsShowing(true)}>
          {t("bulk.show")}
        </Button>
      )}
      {bulk && !isRunning && bulk.done > 0 && canUndo && (
        <LateButton size="small" busy={undo.isPending} onClick={() => undo.mutate()}>
          {t("bulk.undo")}
        </LateButton>
      )}
      {(!isRunning || error) && (
        <span className={styles.close}>
          <Button
            variant="quiet"
            size="small"
            iconOnly
            icon="close"
            label={t("bulk.dismiss")}
            onClick={leave}
          />
        </span>
      )}
      {bulk && isShowing && <SkippedDialog bulk={bulk} onClose={() => setIsShowing(false)} />}
    </div>
  );
}

/** "21 reminded, 1 skipped" */
function resultOf(bulk: BulkJob | undefined): string {
  if (!bulk) return t("bulk.starting");
  const { state, action, done, skipped, total } = bulk;
  if (state === "running" && action === "erase" && done + skipped === 0)
    return t("bulk.held", { count: total });
  if (state === "running") return t("bulk.doing", { done: done + skipped, total });
  if (state === "undone") return isUnderWay(bulk) ? t("bulk.undoing") : t("bulk.undone");
  const words = t(`bulk.did.${action}`, { count: done });
  const whole = skipped === 0 ? words : t("bulk.andSkipped", { words, count: skipped });
  return state === "stopped" ? t("bulk.stopped", { words: whole }) : whole;
}
