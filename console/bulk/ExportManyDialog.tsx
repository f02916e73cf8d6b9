import { useMutation } from "@tanstack/react-query";
import { type ClientsFormat, clientsFormats } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { callForFile } from "../api/call.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { keepFile } from "../ui/keep-file.ts";
import styles from "./ActDialog.module.css";
import type { ActDialogProps } from "./ActDialog.tsx";

/** All answers of thousands of clients take their time. */
const TIMEOUT_MS = 120_000;

/** The chosen clients with everything answered, as a file. */
export function ExportManyDialog({ target, total, onClose }: ActDialogProps) {
  const exporting = useMutation<void, Error, ClientsFormat>({
    async mutationFn(format) {
      const body = { format, on: target };
      const file = await callForFile(manageEndpoints.exportChosen, { body, timeoutMs: TIMEOUT_MS });
      keepFile(file, `clients.${format}`);
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={t("bulk.exportTitle", { count: total })} closeLabel={t("dialog.close")} onClose={onClose}>
      <p>{t("bulk.exportWhat")}</p>
      <Failure error={exporting.error} />
      <div className={styles.buttons}>
        {clientsFormats.map((format) => (
          <Button
            key={format}
            icon="download"
            busy={exporting.isPending && exporting.variables === format}
            onClick={() => !exporting.isPending && exporting.mutate(format)}
          >
            {t(`clients.export.${format}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
