import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import styles from "./ImportDialog.module.css";
import { ImportDone } from "./ImportDone.tsx";
import { ImportFaults } from "./ImportFaults.tsx";
import { type ReadTable, useImport, usePreviewImport } from "./use-import.ts";

type ImportDialogProps = { onClose: () => void };

/** Many clients from a file: what it would add, what is wrong in it, and then all of it or nothing. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const reading = usePreviewImport();
  const importing = useImport();
  const read = reading.data;
  if (importing.data) {
    return (
      <ShownOnceDialog title={t("import.title")} onClose={onClose}>
        <ImportDone issued={importing.data.issued} />
      </ShownOnceDialog>
    );
  }
  // the keys that are on their way would be shown to nobody
  const close = () => !importing.isPending && onClose();
  return (
    <Dialog title={t("import.title")} closeLabel={t("dialog.close")} onClose={close}>
      <div className={styles.steps}>
        <p>{t("import.what")}</p>
        <FileField onChoose={(file) => reading.mutate(file)} />
        <Failure error={reading.error ?? importing.error} />
        {read && <Preview read={read} />}
        {read && read.preview.faults.length === 0 && (
          <Button variant="primary" busy={importing.isPending} onClick={() => importing.mutate(read.table)}>
            {t("import.submit", { count: read.preview.clients })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function FileField({ onChoose }: { onChoose: (file: File) => void }) {
  return (
    <label className={styles.file}>
      {t("import.file")}
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        data-autofocus=""
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

function Preview({ read: { table, preview } }: { read: ReadTable }) {
  const { faults, sample, clients } = preview;
  if (faults.length > 0) return <ImportFaults faults={faults} />;
  return (
    <>
      {table.isGuessed && <p className={styles.guessed}>{t("import.guessed")}</p>}
      <p role="status">{t("import.sample", { count: clients, shown: sample.length })}</p>
      <ol className={styles.sample}>
        {sample.map(({ line, name, email }) => (
          <li key={line}>
            <bdi>{name}</bdi> {email && <span>{email}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
