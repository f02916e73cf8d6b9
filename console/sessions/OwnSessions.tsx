import { MANAGER_SESSION_ABSOLUTE_HOURS, MANAGER_SESSION_IDLE_HOURS } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { SessionTable } from "./SessionTable.tsx";
import { useEndOtherSessions, useEndSession, useSessions } from "./use-sessions.ts";

const LIVES = { idle: MANAGER_SESSION_IDLE_HOURS, whole: MANAGER_SESSION_ABSOLUTE_HOURS };

/** Where one is signed in, on the account page. */
export function OwnSessions() {
  const { data: sessions, error } = useSessions();
  const ending = useEndSession();
  const endingOthers = useEndOtherSessions();
  return (
    <>
      <p>{t("sessions.what", LIVES)}</p>
      <Failure error={error ?? ending.error ?? endingOthers.error} />
      {sessions && <SessionTable sessions={sessions} onEnd={(sessionId) => ending.mutate(sessionId)} />}
      <p role="status">
        {endingOthers.isSuccess && t("sessions.othersEnded", { count: endingOthers.data.ended })}
      </p>
      {sessions && sessions.length > 1 && (
        <div>
          <Button busy={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            {t("sessions.endOthers")}
          </Button>
        </div>
      )}
    </>
  );
}
