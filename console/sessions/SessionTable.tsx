import type { ListedSession } from "#contract/manage/sessions.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import { Table } from "../ui/Table.tsx";

type SessionTableProps = { sessions: ListedSession[]; onEnd: (sessionId: string) => void };

export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <Table
      caption={t("sessions.title")}
      heads={[t("sessions.device"), t("sessions.lastUsed"), t("sessions.begun"), t("sessions.address")]}
      hasActs
    >
      {sessions.map((session) => (
        <SessionLine key={session.sessionId} session={session} onEnd={() => onEnd(session.sessionId)} />
      ))}
    </Table>
  );
}

function SessionLine({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
  const { isThis, way, device, address, begunAt, lastUsedAt } = session;
  const name = device ?? t("sessions.unknownDevice");
  return (
    <tr>
      <th scope="row">
        {name}
        <br />
        <small>{isThis ? t("sessions.this") : t(`sessions.way.${way}`)}</small>
      </th>
      <td>
        <Instant at={lastUsedAt} never="" />
      </td>
      <td>
        <Instant at={begunAt} never="" />
      </td>
      <td>{address ?? t("sessions.unknownAddress")}</td>
      <td>
        {!isThis && (
          <Button size="small" variant="danger" onClick={onEnd}>
            {t("sessions.end")}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </td>
    </tr>
  );
}
