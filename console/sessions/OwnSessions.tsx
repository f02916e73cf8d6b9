import { useRef } from "react";
import { MANAGER_SESSION_ABSOLUTE_HOURS, MANAGER_SESSION_IDLE_HOURS } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { SessionTable } from "./SessionTable.tsx";
import { useEndOtherSessions, useEndSession, useSessions } from "./use-sessions.ts";

const LIVES = { idle: MANAGER_SESSION_IDLE_HOURS, whole: MANAGER_SESSION_ABSOLUTE_HOURS };

/** The signed-in manager's sessions, on the account page. */
export function OwnSessions() {
  const query = useSessions();
  const ending = useEndSession();
  const endingOthers = useEndOtherSessions();
  const outcome = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p>{t("sessions.what", LIVES)}</p>
      <ErrorMessage error={ending.error ?? endingOthers.error} />
      <QueryView query={query}>
        {(sessions) => <SessionTable sessions={sessions} onEnd={(sessionId) => ending.mutate(sessionId)} />}
      </QueryView>
      <p ref={outcome} role="status" tabIndex={-1}>
        {endingOthers.isSuccess && t("sessions.othersEnded", { count: endingOthers.data.ended })}
      </p>
      {query.data && query.data.length > 1 && (
        <div>
          <Button
            busy={endingOthers.isPending}
            onClick={() => {
              // the button disappears with the other sessions
              outcome.current?.focus();
              endingOthers.mutate();
            }}
          >
            {t("sessions.endOthers")}
          </Button>
        </div>
      )}
    </>
  );
}
