import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { IssuedKey } from "../add-client/IssuedKey.tsx";
import { useIssueKey } from "../client/use-client.ts";
import { t } from "../translate.ts";
import { OneTimeSecretDialog } from "../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import styles from "./LinkByHandDialog.module.css";

type LinkByHandDialogProps = {
  title: string;
  /** Undefined for several clients, whose own pages offer links. */
  clientId: string | undefined;
  onClose: () => void;
};

/** Shown if this installation sends no email: the manager passes the link on in another way. */
export function LinkByHandDialog({ title, clientId, onClose }: LinkByHandDialogProps) {
  const issuing = useIssueKey(clientId ?? "");
  if (issuing.data)
    return (
      <OneTimeSecretDialog title={title} onClose={onClose}>
        <IssuedKey issued={issuing.data} />
      </OneTimeSecretDialog>
    );
  return (
    <Dialog title={title} closeLabel={t("dialog.close")} onClose={onClose}>
      <div className={styles.byHand}>
        <p>{t("invite.noMail")}</p>
        <p>{t(clientId === undefined ? "invite.byHand.many" : "invite.byHand.one")}</p>
        <ErrorMessage error={issuing.error} />
        {clientId !== undefined && (
          <Button variant="primary" busy={issuing.isPending} onClick={() => issuing.mutate()}>
            {t("invite.byHand.create")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
