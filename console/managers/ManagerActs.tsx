import type { Manager } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { ManagerAct } from "./ManagerAct.tsx";
import { useEndManagerSessions, useRemoveSecondFactor, useUnlinkManager } from "./use-managers.ts";

type ManagerActsProps = { manager: Manager; isOwn: boolean };

/** What helps an account's owner who has lost something, as far as the account has it. */
export function ManagerActs({ manager, isOwn }: ManagerActsProps) {
  const { managerId, state, isLinked, hasSecondFactor } = manager;
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
        <ManagerAct
          managerId={managerId}
          act={removingFactor}
          hint={t("managers.removeFactorHint")}
          label={t("managers.removeFactor")}
        />
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
