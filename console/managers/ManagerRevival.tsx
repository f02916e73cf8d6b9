import type { CurrentManager } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { GuardedAction } from "./GuardedAction.tsx";
import styles from "./ManagerDialog.module.css";
import { useReviveManager } from "./use-managers.ts";

type ManagerRevivalProps = { me: CurrentManager; managerId: string };

/** Restores a revoked account. */
export function ManagerRevival({ me, managerId }: ManagerRevivalProps) {
  const reviving = useReviveManager();
  return (
    <div className={styles.act}>
      <GuardedAction
        me={me}
        label={t("managers.revive")}
        error={reviving.error}
        isPending={reviving.isPending}
        onProof={(proof) => reviving.mutate({ managerId, ...proof })}
      />
      <p>{t("managers.reviveHint")}</p>
    </div>
  );
}
