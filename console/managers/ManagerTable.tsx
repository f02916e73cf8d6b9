import { useState } from "react";
import type { CurrentManager, Manager } from "#contract/manage/accounts.ts";
import { dueWords } from "../clients/client-words.ts";
import { t } from "../translate.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import { useNow } from "../ui/time/use-now.ts";
import { ChangeManagerButton } from "./ChangeManagerButton.tsx";
import { ManagerDialog } from "./ManagerDialog.tsx";

type ManagerTableProps = { managers: Manager[]; me: CurrentManager };

export function ManagerTable({ managers, me }: ManagerTableProps) {
  const [changedId, setChangedId] = useState<string>();
  const now = useNow();
  const changed = managers.find(({ managerId }) => managerId === changedId);
  return (
    <>
      <Table
        caption={t("managers.title")}
        titles={t("managers.column.name")}
        columns={{
          role: t("managers.column.role"),
          state: t("managers.column.state"),
          secondFactor: t("managers.column.secondFactor"),
          clients: t("managers.column.clients"),
          lastSeen: t("managers.column.lastSeen"),
        }}
        rows={managers.map((manager) => ({
          id: manager.managerId,
          title: (
            <>
              <bdi>{manager.name}</bdi>
              {manager.managerId === me.managerId && ` (${t("managers.you")})`}
            </>
          ),
          note: manager.email,
          cells: {
            role: t(`managers.role.${manager.role}`),
            state: stateWords(manager, now),
            secondFactor: t(manager.hasSecondFactor ? "managers.factorOn" : "managers.factorOff"),
            clients: manager.clients,
            lastSeen: <RelativeTime at={manager.lastUsedAt} never={t("managers.never")} />,
          },
          acts: <ChangeManagerButton manager={manager} onChange={() => setChangedId(manager.managerId)} />,
        }))}
      />
      {changed && <ManagerDialog manager={changed} me={me} onClose={() => setChangedId(undefined)} />}
    </>
  );
}

function stateWords({ state, away }: Manager, now: number): string {
  return away === null ? t(`managers.state.${state}`) : t("away.state", { day: dueWords(away.until, now) });
}
