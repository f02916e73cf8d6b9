import { useState } from "react";
import type { Manager } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { SelectField } from "../../../web/ui/fields/SelectField.tsx";
import { useManagers } from "../../managers/use-managers.ts";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";

type ManagerFieldProps = { client: Pick<Client, "managerId" | "managerName"> };

/** Lets administrators choose the client's account manager. `givenIn` reads the value. */
export function ManagerField({ client }: ManagerFieldProps) {
  const { data: managers = [], error } = useManagers();
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <SelectField
        label={t("clients.column.manager")}
        // sends only a choice made here, so it never overrules another administrator's change in the meantime
        {...(chosen !== undefined && { name: "managerId" })}
        placeholder={t("clients.nobody")}
        options={optionsOf(managers, client)}
        value={chosen ?? client.managerId ?? ""}
        onChange={setChosen}
      />
      <ErrorMessage error={error} />
    </>
  );
}

/** Everyone who may sign in, plus the manager who has the client now. */
function optionsOf(managers: Manager[], { managerId: ownId, managerName }: ManagerFieldProps["client"]) {
  const options = managers
    .filter(({ managerId, state }) => state !== "revoked" || managerId === ownId)
    .map(({ managerId, name, email }) => ({ value: managerId, label: `${name} (${email})` }));
  // while the list is loading
  const isMissing = ownId !== null && !options.some(({ value }) => value === ownId);
  return isMissing ? [{ value: ownId, label: managerName ?? ownId }, ...options] : options;
}
