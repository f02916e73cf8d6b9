import { type ReactNode, useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { type MessageId, t } from "../translate.ts";
import styles from "./AskingDialog.module.css";

type AskingDialogProps = {
  title: string;
  onClose: () => void;
  /** What would be lost, and the button that stays; undefined while nothing would be lost. */
  loss: { question: MessageId; stay: MessageId } | undefined;
  children: ReactNode;
};

/** A dialog that asks before it closes on something that would be lost. */
export function AskingDialog({ title, onClose, loss, children }: AskingDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      title={title}
      closeLabel={t("dialog.close")}
      onClose={loss ? () => setIsAsking(true) : onClose}
      actions={
        isAsking &&
        loss && (
          <>
            <p role="alert" className={styles.question}>
              {t(loss.question)}
            </p>
            <Button variant="danger" onClick={onClose}>
              {t("dialog.closeAnyway")}
            </Button>
            <Button variant="primary" autoFocus onClick={() => setIsAsking(false)}>
              {t(loss.stay)}
            </Button>
          </>
        )
      }
    >
      {children}
    </Dialog>
  );
}
