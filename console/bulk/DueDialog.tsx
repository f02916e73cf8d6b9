import { t } from "../translate.ts";
import { DateField } from "../ui/fields/DateField.tsx";
import { ActDialog, type ActDialogProps } from "./ActDialog.tsx";

/** Sets or removes the due date of clients. */
export function DueDialog(props: ActDialogProps) {
  return (
    <ActDialog
      {...props}
      title={t("bulk.dueTitle", { count: props.total })}
      submit={t("bulk.dueSubmit")}
      actIn={(fields) => ({ action: "due", dueOn: String(fields.get("dueOn")) })}
      second={{ label: t("bulk.dueRemove"), act: { action: "due", dueOn: null } }}
    >
      <DateField label={t("bulk.dueDate")} name="dueOn" required isFirst />
    </ActDialog>
  );
}
