import { useState } from "react";
import type { Manager, Me } from "#contract/manage/accounts.ts";
import { dueWords } from "../clients/client-words.ts";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import { Table } from "../ui/Table.tsx";
import { useNow } from "../ui/use-now.ts";
import { ManagerActions } from "./ManagerActions.tsx";
import { ManagerDialog } from "./ManagerDialog.tsx";

type ManagerTableProps = { managers: Manager[]; me: Me };

export function ManagerTable({ managers, me }: ManagerTableProps) {
  const [changedId, setChangedId] = useState<string>();
  const now = useNow();
  const changed = managers.find(({ managerId }) => managerId === changedId);
  return (
    <>
      <Table
        caption={t("managers.title")}
        heads={[
          t("managers.column.name"),
          t("managers.column.role"),
          t("managers.column.state"),
          t("managers.column.secondFactor"),
          t("managers.column.clients"),
          t("managers.column.lastSeen"),
        ]}
        hasActs
      >
        {managers.map((manager) => (
          <tr key={manager.managerId}>
            <th scope="row">
              <bdi>{manager.name}</bdi>
              {manager.managerId === me.managerId && ` (${t("managers.you")})`}
              <br />
              <small>{manager.email}</small>
            </th>
            <td>{t(`managers.role.${manager.role}`)}</td>
            <td>{stateWords(manager, now)}</td>
            <td>{t(manager.hasSecondFactor ? "managers.factorOn" : "managers.factorOff")}</td>
            <td>{manager.clients}</td>
            <td>
              <Instant at={manager.lastUsedAt} never={t("managers.never")} />
            </td>
            <td>
              <ManagerActions manager={manager} onChange={() => setChangedId(manager.managerId)} />
            </td>
          </tr>
        ))}
      </Table>
      {changed && <ManagerDialog manager={changed} me={me} onClose={() => setChangedId(undefined)} />}
    </>
  );
}

function stateWords({ state, away }: Manager, now: number): string {
  return away === null ? t(`managers.state.${state}`) : t("away.state", { day: dueWords(away.until, now) });
}
