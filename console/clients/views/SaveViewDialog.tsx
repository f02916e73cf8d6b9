import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ClientSelection } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { type SavedView, VIEW_NAME_MAX_LENGTH } from "#contract/manage/views.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { storedColumns } from "../columns/column-lists.ts";
import styles from "./SaveViewDialog.module.css";
import { useSaveView } from "./use-views.ts";

type SaveViewDialogProps = {
  me: CurrentManager;
  selection: ClientSelection;
  columns: readonly ClientColumn[];
  onClose: () => void;
  onSaved: (view: SavedView) => void;
};

/** Saves the current filters and columns as a new view. */
export function SaveViewDialog({ me, selection, columns, onClose, onSaved }: SaveViewDialogProps) {
  const saving = useSaveView();
  const save = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const name = String(fields.get("name"));
    const isShared = fields.get("isShared") !== null;
    saving.mutate({ name, selection, columns: storedColumns(columns), isShared }, { onSuccess: onSaved });
  };
  return (
    <FormDialog title={t("views.save")} onClose={onClose}>
      <Form onSubmit={(event) => save(event.currentTarget)}>
        <TextField
          label={t("views.name")}
          hint={t("views.nameHint")}
          name="name"
          maxLength={VIEW_NAME_MAX_LENGTH}
          error={faultOf(saving.error, "name")}
          required
          data-autofocus=""
        />
        {me.role === "administrator" && (
          <label className={styles.shared}>
            <input type="checkbox" name="isShared" />
            {t("views.shared")}
          </label>
        )}
        <ErrorMessage error={saving.error} />
        <Button variant="primary" type="submit" busy={saving.isPending}>
          {t("views.submit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
