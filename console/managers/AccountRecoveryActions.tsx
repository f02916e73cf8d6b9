import type { CurrentManager, Manager } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { GuardedAction } from "./GuardedAction.tsx";
import { ManagerAct } from "./ManagerAct.tsx";
import styles from "./ManagerDialog.module.css";
import { useEndManagerSessions, useRemoveSecondFactor, useUnlinkManager } from "./use-managers.ts";

type AccountRecoveryActionsProps = { manager: Manager; me: CurrentManager };

/** Actions that help an owner who has lost access. Only those that apply to the account are shown. */
export function AccountRecoveryActions({ manager, me }: AccountRecoveryActionsProps) {
  const { managerId, state, isLinked, hasSecondFactor } = manager;
  const isOwn = managerId === me.managerId;
  const unlinking = useUnlinkManager();
  const removingFactor = useRemoveSecondFactor();
  const endingSessions = useEndManagerSessions();
  return (
    <>
      {isLinked && (
        <ManagerAct
          managerId={managerId}
          act={unlinking}
          hint={t("managers.unlinkHint")}
          label={t("managers.unlink")}
        />
      )}
      {hasSecondFactor && !isOwn && (
        <div className={styles.act}>
          <GuardedAction
            me={me}
            label={t("managers.removeFactor")}
            error={removingFactor.error}
            isPending={removingFactor.isPending}
            onProof={(proof) => removingFactor.mutate({ managerId, ...proof })}
          />
          <p>{t("managers.removeFactorHint")}</p>
        </div>
      )}
      {state === "active" && !isOwn && (
        <ManagerAct
          managerId={managerId}
          act={endingSessions}
          hint={t("managers.endSessionsHint")}
          label={t("managers.endSessions")}
          done={({ ended }) => t("managers.sessionsEnded", { count: ended })}
        />
      )}
    </>
  );
}
