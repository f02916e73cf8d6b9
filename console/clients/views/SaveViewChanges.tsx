import type { ClientSelection } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import type { SavedView } from "#contract/manage/views.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { storedColumns } from "../columns/column-lists.ts";
import { useChangeView } from "./use-views.ts";

type SaveViewChangesProps = { view: SavedView; selection: ClientSelection; columns: readonly ClientColumn[] };

/** Saves the current filters and columns in the current view. A dialog shows errors. */
export function SaveViewChanges({ view, selection, columns }: SaveViewChangesProps) {
  const changing = useChangeView();
  const save = () => changing.mutate({ ...view, selection, columns: storedColumns(columns) });
  return (
    <>
      <Button variant="quiet" size="small" busy={changing.isPending} onClick={save}>
        {t("views.change")}
      </Button>
      {changing.isError && (
        <Dialog title={t("views.notChanged")} closeLabel={t("dialog.close")} onClose={changing.reset}>
          <ErrorMessage error={changing.error} onRetry={save} />
        </Dialog>
      )}
    </>
  );
}
