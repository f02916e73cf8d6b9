import { type ReactNode, useState } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { type MessageId, t } from "../../translate.ts";
import styles from "./ConfirmCloseDialog.module.css";

type ConfirmCloseDialogProps = {
  title: string;
  onClose: () => void;
  size?: "normal" | "wide" | "split";
  /** The question to ask before closing, and the label of the button that stays; undefined if nothing would be lost. */
  loss: { question: MessageId; stay: MessageId } | undefined;
  /** Shown below the content, except while the question replaces it. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A dialog that asks for a confirmation before it closes if something would be lost. */
export function ConfirmCloseDialog({
  title,
  onClose,
  size = "normal",
  loss,
  actions,
  children,
}: ConfirmCloseDialogProps) {
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
