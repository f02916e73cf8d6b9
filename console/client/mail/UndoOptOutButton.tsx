import { useState } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { useUndoOptOut } from "./use-client-mail.ts";

type UndoOptOutButtonProps = { clientId: string; onDone: () => void };

/** Undoes a client's opt-out, after the manager confirms that the client asked for this. */
export function UndoOptOutButton({ clientId, onDone }: UndoOptOutButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const undoing = useUndoOptOut(clientId, onDone);
  const close = () => setIsAsking(false);
  const actions = (
    <>
      <Button onClick={close}>{t("clientMail.optInKeep")}</Button>
      <Button variant="primary" busy={undoing.isPending} onClick={() => undoing.mutate()}>
        {t("clientMail.optInConfirm")}
      </Button>
    </>
  );
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t("clientMail.optIn")}</Button>
      {isAsking && (
        <Dialog
          title={t("clientMail.optInTitle")}
          closeLabel={t("dialog.close")}
          onClose={close}
          actions={actions}
        >
          <p>{t("clientMail.optInHint")}</p>
          <ErrorMessage error={undoing.error} />
        </Dialog>
      )}
    </>
  );
}
