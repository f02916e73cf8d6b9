import { useState } from "react";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { useManagers } from "../managers/use-managers.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { ActDialog, type ActDialogProps } from "./ActDialog.tsx";

/** Assigns clients to an account manager, or removes the assignment. */
export function AssignDialog(props: ActDialogProps) {
  const { data: managers = [], error } = useManagers();
  const [managerId, setManagerId] = useState("");
  const options = managers
    .filter(({ state }) => state !== "revoked")
    .map((manager) => ({ value: manager.managerId, label: `${manager.name} (${manager.email})` }));
  return (
    <ActDialog
      {...props}
      title={t("bulk.assignTitle", { count: props.total })}
      submit={t("bulk.assign")}
      actIn={() => ({ action: "assign", managerId: managerId === "" ? null : managerId })}
    >
      <SelectField
        label={t("clients.column.manager")}
        placeholder={t("clients.nobody")}
        options={options}
        value={managerId}
        onChange={setManagerId}
      />
      <ErrorMessage error={error} />
    </ActDialog>
  );
}
