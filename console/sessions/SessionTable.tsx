import { useState } from "react";
import type { ListedSession } from "#contract/manage/sessions.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import { Table } from "../ui/Table.tsx";
import { SessionNameDialog } from "./SessionNameDialog.tsx";
import styles from "./SessionTable.module.css";

type SessionTableProps = { sessions: ListedSession[]; onEnd: (sessionId: string) => void };

export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const [namedId, setNamedId] = useState<string>();
  const named = sessions.find(({ sessionId }) => sessionId === namedId);
  return (
    <>
      <Table
        caption={t("sessions.title")}
        heads={[t("sessions.device"), t("sessions.lastUsed"), t("sessions.begun"), t("sessions.address")]}
        hasActs
      >
        {sessions.map((session) => (
          <SessionLine
            key={session.sessionId}
            session={session}
            onEnd={() => onEnd(session.sessionId)}
            onRename={() => setNamedId(session.sessionId)}
          />
        ))}
      </Table>
      {named && <SessionNameDialog session={named} onClose={() => setNamedId(undefined)} />}
    </>
  );
}

type SessionLineProps = { session: ListedSession; onEnd: () => void; onRename: () => void };

function SessionLine({ session, onEnd, onRename }: SessionLineProps) {
  const { isThis, way, device, label, address, begunAt, lastUsedAt } = session;
  const automatic = device ?? t("sessions.unknownDevice");
  const name = label ?? automatic;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        <br />
        <small>
          {label !== null && `${automatic}, `}
          {isThis ? t("sessions.this") : t(`sessions.way.${way}`)}
        </small>
      </th>
      <td>
        <Instant at={lastUsedAt} never="" />
      </td>
      <td>
        <Instant at={begunAt} never="" />
      </td>
      <td>{address ?? t("sessions.unknownAddress")}</td>
      <td>
        <div className={styles.acts}>
          <Button size="small" icon="pencil" onClick={onRename}>
            {t("sessions.rename")}
            <span className="visually-hidden"> {name}</span>
          </Button>
          {!isThis && (
            <Button size="small" variant="danger" onClick={onEnd}>
              {t("sessions.end")}
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
