import { type ReactNode, useState } from "react";
import { AskingDialog } from "./AskingDialog.tsx";

type FormDialogProps = { title: string; onClose: () => void; children: ReactNode };

const UNSAVED = { question: "formDialog.question", stay: "formDialog.stay" } as const;

/** Holds a form. Closing it after something was entered asks first; who saves calls `onClose` by themselves. */
export function FormDialog({ title, onClose, children }: FormDialogProps) {
  const [isEntered, setIsEntered] = useState(false);
  return (
    <AskingDialog title={title} onClose={onClose} loss={isEntered ? UNSAVED : undefined}>
      <div onInput={() => setIsEntered(true)}>{children}</div>
    </AskingDialog>
  );
}
