import { type ReactNode, useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { type MessageId, t } from "../translate.ts";
import styles from "./AskingDialog.module.css";

type AskingDialogProps = {
  title: string;
  onClose: () => void;
  size?: "normal" | "wide" | "split";
  /** What would be lost, and the button that stays; undefined while nothing would be lost. */
  loss: { question: MessageId; stay: MessageId } | undefined;
  /** Below the content, in the place of which the question stands while it is asked. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A dialog that asks before it closes on something that would be lost. */
export function AskingDialog({
  title,
  onClose,
  size = "normal",
  loss,
  actions,
  children,
}: AskingDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const question = isAsking && loss && (
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
  );
  return (
    <Dialog
      title={title}
      closeLabel={t("dialog.close")}
      size={size}
      onClose={loss ? () => setIsAsking(true) : onClose}
      actions={question || actions}
    >
      {children}
    </Dialog>
  );
}
