import { type ReactNode, useCallback, useState } from "react";
import { AskingDialog } from "./AskingDialog.tsx";
import { OnTaken } from "./use-on-taken.ts";

type ShownOnceDialogProps = { title: string; onClose: () => void; children: ReactNode };

const UNTAKEN = { question: "shownOnce.question", stay: "shownOnce.stay" } as const;

/** A dialog with secrets that are shown only once. Closing it before one was copied or downloaded asks first. */
export function ShownOnceDialog({ title, onClose, children }: ShownOnceDialogProps) {
  const [isTaken, setIsTaken] = useState(false);
  const taken = useCallback(() => setIsTaken(true), []);
  return (
    <AskingDialog title={title} onClose={onClose} loss={isTaken ? undefined : UNTAKEN}>
      <OnTaken value={taken}>{children}</OnTaken>
    </AskingDialog>
  );
}
