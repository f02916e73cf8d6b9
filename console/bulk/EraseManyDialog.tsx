import { BULK_ERASE_HELD_SECONDS } from "#contract/manage/bulk.ts";
import { t } from "../translate.ts";
import { TextField } from "../ui/fields/TextField.tsx";
import { ActDialog, type ActDialogProps } from "./ActDialog.tsx";

/** Asks for the number of clients as a safeguard against erasing more than intended. */
export function EraseManyDialog(props: ActDialogProps) {
  const { total } = props;
  return (
    <ActDialog
      {...props}
      title={t("bulk.eraseTitle", { count: total })}
      submit={t("erase.submit")}
      isDangerous
      actIn={(fields) => ({ action: "erase", count: Number(fields.get("count")) })}
    >
      <p>{t("bulk.eraseWhat", { seconds: BULK_ERASE_HELD_SECONDS })}</p>
      <p>{t("erase.backups")}</p>
      <TextField
        label={t("bulk.eraseCount", { count: String(total) })}
        name="count"
        inputMode="numeric"
        autoComplete="off"
        pattern={`\\s*${total}\\s*`}
        title={t("bulk.eraseCount", { count: String(total) })}
        required
        data-autofocus=""
      />
    </ActDialog>
  );
}
