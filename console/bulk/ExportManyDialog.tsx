import { useMutation } from "@tanstack/react-query";
import type { ExportShape } from "#contract/manage/endpoints/briefs.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { saveFile } from "../../web/ui/save-file.ts";
import { callForFile } from "../api/call.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import styles from "./ActDialog.module.css";
import type { ActDialogProps } from "./ActDialog.tsx";

type ExportKind = "wide" | "long" | "json";

const SHAPES: { [kind in ExportKind]: ExportShape } = {
  wide: { format: "csv", shape: "wide" },
  long: { format: "csv", shape: "long" },
  json: { format: "json", shape: "long" },
};
const KINDS = Object.keys(SHAPES) as ExportKind[];

/** Long, because exporting all answers of thousands of clients takes time. */
const TIMEOUT_MS = 120_000;

/** Exports the selected clients with all their answers as a file. */
export function ExportManyDialog({ target, total, onClose }: ActDialogProps) {
  const exporting = useMutation<void, Error, ExportKind>({
    async mutationFn(kind) {
      const body = { ...SHAPES[kind], on: target };
      const file = await callForFile(manageEndpoints.exportChosen, { body, timeoutMs: TIMEOUT_MS });
      saveFile(file);
    },
    onSuccess: onClose,
  });
  return (
    <Dialog title={t("bulk.exportTitle", { count: total })} closeLabel={t("dialog.close")} onClose={onClose}>
      <p>{t("bulk.exportWhat")}</p>
      <ErrorMessage error={exporting.error} />
      <div className={styles.buttons}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            icon="download"
            busy={exporting.isPending && exporting.variables === kind}
            onClick={() => !exporting.isPending && exporting.mutate(kind)}
          >
            {t(`clients.export.${kind}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
