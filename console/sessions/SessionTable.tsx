import { useState } from "react";
import type { ListedSession } from "#contract/manage/sessions.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
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
        titles={t("sessions.device")}
        columns={{
          lastUsed: t("sessions.lastUsed"),
          begun: t("sessions.begun"),
          address: t("sessions.address"),
        }}
        rows={sessions.map((session) => ({
          id: session.sessionId,
          title: <bdi>{nameOf(session)}</bdi>,
          note: noteOf(session),
          cells: {
            lastUsed: <RelativeTime at={session.lastUsedAt} never="" />,
            begun: <RelativeTime at={session.begunAt} never="" />,
            address: session.address ?? t("sessions.unknownAddress"),
          },
          acts: (
            <SessionActs
              session={session}
              onEnd={() => onEnd(session.sessionId)}
              onRename={() => setNamedId(session.sessionId)}
            />
          ),
        }))}
      />
      {named && <SessionNameDialog session={named} onClose={() => setNamedId(undefined)} />}
    </>
  );
}

type SessionActsProps = { session: ListedSession; onEnd: () => void; onRename: () => void };

function SessionActs({ session, onEnd, onRename }: SessionActsProps) {
  const name = nameOf(session);
  return (
    <div className={styles.acts}>
      <Button size="small" icon="pencil" onClick={onRename}>
        {t("sessions.rename")}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {!session.isThis && (
        <Button size="small" variant="danger" onClick={onEnd}>
          {t("sessions.end")}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </div>
  );
}

function automaticName({ device }: ListedSession): string {
  return device ?? t("sessions.unknownDevice");
}

function nameOf(session: ListedSession): string {
  return session.label ?? automaticName(session);
}

/** The note of a session. It includes the automatic name if the manager has chosen another. */
function noteOf(session: ListedSession): string {
  const way = session.isThis ? t("sessions.this") : t(`sessions.way.${session.way}`);
  return session.label === null ? way : `${automaticName(session)}, ${way}`;
}
