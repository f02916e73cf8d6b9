import type { Client, ClientSession } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { useEndSessions } from "../use-client.ts";
import styles from "./SessionList.module.css";

type SessionListProps = { client: Client };

/** The client's current sessions. */
export function SessionList({ client: { clientId, sessions } }: SessionListProps) {
  const ending = useEndSessions(clientId);
  return (
    <Panel isPlain title={t("clientSessions.title")}>
      {sessions.length === 0 ? (
        <p className={styles.none}>{t("clientSessions.none")}</p>
      ) : (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <SessionLine
              key={session.sessionId}
              session={session}
              onEnd={() => ending.mutate(session.sessionId)}
            />
          ))}
        </ul>
      )}
      <ErrorMessage error={ending.error} />
      {sessions.length > 1 && (
        <Button size="small" busy={ending.isPending} onClick={() => ending.mutate(undefined)}>
          {t("clientSessions.endAll")}
        </Button>
      )}
    </Panel>
  );
}

function SessionLine({ session, onEnd }: { session: ClientSession; onEnd: () => void }) {
  const { begunAt, lastUsedAt, keyId } = session;
  return (
    <li className={styles.session}>
      <span>
        {t("clientSessions.begun")} <RelativeTime at={begunAt} never="" />
        <br />
        <small>
          {t("clientSessions.by", { keyId })}, {t("clientSessions.lastUsed")}{" "}
          <RelativeTime at={lastUsedAt} never="" />
        </small>
      </span>
      <Button size="small" variant="danger" onClick={onEnd}>
        {t("clientSessions.end")}
        <span className="visually-hidden">
          {" "}
          {t("clientSessions.by", { keyId })}, {t("clientSessions.lastUsed")}{" "}
          <RelativeTime at={lastUsedAt} never="" />
        </span>
      </Button>
    </li>
  );
}
