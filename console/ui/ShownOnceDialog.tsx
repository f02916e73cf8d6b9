import { type ReactNode, useCallback, useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import styles from "./ShownOnce.module.css";
import { OnTaken } from "./use-on-taken.ts";

type ShownOnceDialogProps = { title: string; onClose: () => void; children: ReactNode };

/** Holds secrets that are shown this one time. Closing it before one was copied or downloaded asks first. */
export function ShownOnceDialog({ title, onClose, children }: ShownOnceDialogProps) {
  const [isTaken, setIsTaken] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const taken = useCallback(() => {
    setIsTaken(true);
    setIsAsking(false);
  }, []);
  const question = (
    <>
      <p role="alert" className={styles.question}>
        {t("shownOnce.question")}
      </p>
      <Button variant="danger" onClick={onClose}>
        {t("shownOnce.close")}
      </Button>
      <Button variant="primary" autoFocus onClick={() => setIsAsking(false)}>
        {t("shownOnce.stay")}
      </Button>
    </>
  );
  return (
    <Dialog
      title={title}
      closeLabel={t("dialog.close")}
      onClose={isTaken ? onClose : () => setIsAsking(true)}
      actions={isAsking && question}
    >
      <OnTaken value={taken}>{children}</OnTaken>
    </Dialog>
  );
}
