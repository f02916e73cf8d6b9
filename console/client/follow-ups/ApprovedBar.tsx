import { t } from "../../translate.ts";
import { LateButton } from "../../ui/LateButton.tsx";
import styles from "./ApprovedBar.module.css";
import type { useApproveRead } from "./use-approve-read.ts";

type ApprovedBarProps = { of: ReturnType<typeof useApproveRead> };

/** The number of answers just approved, with an undo button. Always rendered, so that screen readers announce it. */
export function ApprovedBar({ of: { approved, isBusy, undo } }: ApprovedBarProps) {
  const count = approved?.length ?? 0;
  return (
    <div className={count > 0 ? styles.bar : "visually-hidden"}>
      <p role="status">{count > 0 && t("bulk.did.approve", { count })}</p>
      {count > 0 && (
        <LateButton size="small" busy={isBusy} onClick={undo}>
          {t("bulk.undo")}
        </LateButton>
      )}
    </div>
  );
}
