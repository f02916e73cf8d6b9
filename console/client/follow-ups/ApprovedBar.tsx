import { t } from "../../translate.ts";
import { LateButton } from "../../ui/LateButton.tsx";
import styles from "./ApprovedBar.module.css";
import type { useApproveRead } from "./use-approve-read.ts";

type ApprovedBarProps = { of: ReturnType<typeof useApproveRead> };

/** The number of answers just approved, with an undo button. */
export function ApprovedBar({ of: { approved, isBusy, undo } }: ApprovedBarProps) {
  if (!approved || approved.length === 0) return null;
  return (
    <div className={styles.bar}>
      <p role="status">{t("bulk.did.approve", { count: approved.length })}</p>
      <LateButton size="small" busy={isBusy} onClick={undo}>
        {t("bulk.undo")}
      </LateButton>
    </div>
  );
}
