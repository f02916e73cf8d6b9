import type { CustomField } from "#contract/manage/fields.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { useDeleteField } from "./use-fields.ts";

type DeleteFieldDialogProps = { field: CustomField; onClose: () => void };

export function DeleteFieldDialog({ field, onClose }: DeleteFieldDialogProps) {
  const deleting = useDeleteField(field.fieldId);
  return (
    <Dialog
      title={t("fields.deleteTitle", { name: field.name })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      actions={
        <Button
          variant="danger"
          icon="trash"
          busy={deleting.isPending}
          onClick={() => deleting.mutate(undefined, { onSuccess: onClose })}
        >
          {t("fields.deleteSubmit")}
        </Button>
      }
    >
      <p>{t("fields.deleteWhat")}</p>
      <ErrorMessage error={deleting.error} />
    </Dialog>
  );
}
