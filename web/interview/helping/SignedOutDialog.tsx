import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../dialogs/KeyDialog.module.css";
import { useActions, useSession } from "../workspace/use-actions.ts";
import { useSignInAgain } from "./use-sign-in-again.ts";

/** Shown when a helper's session has ended. The same link signs the helper in again, or the client makes a new one. */
export function SignedOutDialog() {
  const { closeDialog } = useActions();
  const { client } = useSession().getState();
  const { isBusy, error, goOn } = useSignInAgain();
  return (
    <Dialog title={t("toast.sessionEnded.title")} closeLabel={t("answer.cancel")} onClose={closeDialog}>
      <div className={styles.body}>
        <p>{t("helping.signedOut", { client: client?.name ?? "" })}</p>
        {error !== undefined && <p role="alert">{error}</p>}
        <Button variant="primary" data-autofocus="" busy={isBusy} onClick={goOn}>
          {t("access.continue")}
        </Button>
      </div>
    </Dialog>
  );
}
