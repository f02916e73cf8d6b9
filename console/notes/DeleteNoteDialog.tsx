import type { Note } from "#contract/manage/notes.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { useDeleteNote } from "./use-notes.ts";

type DeleteNoteDialogProps = { note: Note & { clientId: string }; onClose: () => void };

export function DeleteNoteDialog({ note, onClose }: DeleteNoteDialogProps) {
  const deleting = useDeleteNote(note);
  const { version } = note;
  return (
    <Dialog
      title={t("notes.deleteTitle")}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      actions={
        <Button
          variant="danger"
          icon="trash"
          busy={deleting.isPending}
          onClick={() => deleting.mutate({ version }, { onSuccess: onClose })}
        >
          {t("notes.delete")}
        </Button>
      }
    >
      <p>{t("notes.deleteWhat")}</p>
      <ErrorMessage error={deleting.error} />
    </Dialog>
  );
}
