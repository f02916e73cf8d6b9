import type { SavedView } from "#contract/manage/views.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { useDeleteView } from "./use-views.ts";

type DeleteViewDialogProps = { view: SavedView; onClose: () => void; onDeleted: () => void };

export function DeleteViewDialog({ view, onClose, onDeleted }: DeleteViewDialogProps) {
  const deleting = useDeleteView();
  return (
    <Dialog
      title={t("views.deleteTitle", { name: view.name })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      confirms
      actions={
        <Button
          variant="danger"
          busy={deleting.isPending}
          onClick={() => deleting.mutate(view.viewId, { onSuccess: onDeleted })}
        >
          {t("views.delete")}
        </Button>
      }
    >
      <p>{t("views.deleteWhat")}</p>
      <ErrorMessage error={deleting.error} />
    </Dialog>
  );
}
