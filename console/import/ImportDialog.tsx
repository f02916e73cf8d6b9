import { useState } from "react";
import type { ImportResult } from "#contract/manage/import.ts";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { InviteDialog } from "../invite/InviteDialog.tsx";
import { t } from "../translate.ts";
import { ConfirmCloseDialog } from "../ui/dialogs/ConfirmCloseDialog.tsx";
import { OneTimeSecretDialog } from "../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import styles from "./ImportDialog.module.css";
import { ImportFaults } from "./ImportFaults.tsx";
import { ImportPlan } from "./ImportPlan.tsx";
import { ImportSource } from "./ImportSource.tsx";
import { ImportSummary } from "./ImportSummary.tsx";
import { type Columns, type ReadTable, useImport, usePreviewImport } from "./use-import.ts";

type ImportDialogProps = { onClose: () => void; onStarted?: (bulkId: string) => void };

const TYPED = { question: "formDialog.question", stay: "formDialog.stay" } as const;

/** Imports clients from a table: its columns, the effect of each row, the result, and invitations to new clients. */
export function ImportDialog({ onClose, onStarted }: ImportDialogProps) {
  const reading = usePreviewImport();
  const importing = useImport();
  const [isTouched, setIsTouched] = useState(false);
  // kept in state, so that the table stays on the page while its columns are read again
  const [read, setRead] = useState<ReadTable>();
  // shown at once, and until the table is read with it: the next choice may come before
  const [chosen, setChosen] = useState<Columns>();
  if (importing.data)
    return <ImportResultDialog imported={importing.data} onClose={onClose} onStarted={onStarted} />;
  // closing now would lose the result, which is shown only once
  const close = () => !importing.isPending && onClose();
  const choose = (fields: Columns) => {
    setIsTouched(true);
    setChosen(fields);
    // the server refuses columns without one for names; until there is one, the page asks for it
    if (!read || !fields.includes("name")) return;
    const onSettled = () => setChosen((latest) => (latest === fields ? undefined : latest));
    reading.mutate({ table: read.table, fields }, { onSuccess: setRead, onSettled });
  };
  const isReadable = read !== undefined && read.preview.faults.length === 0;
  return (
    <ConfirmCloseDialog
      title={t("import.title")}
      size="wide"
      onClose={close}
      loss={isTouched ? TYPED : undefined}
    >
      <div className={styles.steps}>
        {isReadable ? (
          <ImportPlan
            read={read}
            chosen={chosen}
            isBusy={reading.isPending || importing.isPending}
            onFields={choose}
            onTouch={() => setIsTouched(true)}
            onImport={(wish) => importing.mutate({ table: read.table, ...wish })}
            onOther={() => {
              setIsTouched(false);
              reading.reset();
              setRead(undefined);
              setChosen(undefined);
            }}
          />
        ) : (
          <ImportSource
            isBusy={reading.isPending}
            onTyped={() => setIsTouched(true)}
            onSource={(source) => reading.mutate({ source }, { onSuccess: setRead })}
          />
        )}
        <ErrorMessage error={reading.error ?? importing.error} />
        {read && !isReadable && <ImportFaults faults={read.preview.faults} />}
      </div>
    </ConfirmCloseDialog>
  );
}

type ImportResultDialogProps = {
  imported: ImportResult;
  onClose: () => void;
  onStarted: ((bulkId: string) => void) | undefined;
};

function ImportResultDialog({ imported, onClose, onStarted }: ImportResultDialogProps) {
  const [invites, setInvites] = useState(false);
  const added = imported.rows.flatMap(({ did, clientId }) => (did === "added" && clientId ? [clientId] : []));
  const [first] = added;
  if (invites && first !== undefined) {
    const start = (bulkId: string) => {
      onStarted?.(bulkId);
      onClose();
    };
    return (
      <InviteDialog
        target={{ ids: added }}
        total={added.length}
        firstClientId={first}
        onClose={onClose}
        onStarted={start}
      />
    );
  }
  const done = <ImportSummary imported={imported} added={added.length} onInvite={() => setInvites(true)} />;
  return imported.issued.length > 0 ? (
    <OneTimeSecretDialog title={t("import.title")} onClose={onClose}>
      {done}
    </OneTimeSecretDialog>
  ) : (
    <Dialog title={t("import.title")} closeLabel={t("dialog.close")} onClose={onClose}>
      {done}
    </Dialog>
  );
}
