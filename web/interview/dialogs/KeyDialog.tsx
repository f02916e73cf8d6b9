import { useState } from "react";
import { KeyForm } from "../../session/KeyForm.tsx";
import { t } from "../../translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { useActions, useSession } from "../workspace/use-actions.ts";
import styles from "./KeyDialog.module.css";

type KeyDialogProps = { reason: string; unfinished: "save" | "submit" };

/** Asks for the key after the session has ended. The page stays open behind the dialog, so nothing on it is lost. */
export function KeyDialog({ reason, unfinished }: KeyDialogProps) {
  const { closeDialog, signInAgain } = useActions();
  const [refusals, setRefusals] = useState(0);
  const { enteredKey } = useSession().getState();
  return (
    <Dialog title={t("toast.sessionEnded.title")} closeLabel={t("answer.cancel")} onClose={closeDialog}>
      <div className={styles.body}>
        <p role="alert">{refusals > 0 ? t("access.otherClient") : reason}</p>
        {refusals === 0 && <p>{t("session.away")}</p>}
        {/* a new form after a refusal, with an empty field */}
        <KeyForm
          key={refusals}
          enteredKey={refusals > 0 ? undefined : enteredKey}
          onSignedIn={(credentials, entrance) => {
            if (!signInAgain(credentials, entrance, unfinished)) setRefusals(refusals + 1);
          }}
        />
      </div>
    </Dialog>
  );
}
