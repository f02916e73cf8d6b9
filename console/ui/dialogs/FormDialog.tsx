import { type ReactNode, useState } from "react";
import { ConfirmCloseDialog } from "./ConfirmCloseDialog.tsx";

type FormDialogProps = { title: string; onClose: () => void; children: ReactNode };

const UNSAVED = { question: "formDialog.question", stay: "formDialog.stay" } as const;

/** A dialog with a form. Closing it after an input asks first; after saving, callers call `onClose` directly. */
export function FormDialog({ title, onClose, children }: FormDialogProps) {
  const [isEntered, setIsEntered] = useState(false);
  return (
    <ConfirmCloseDialog title={title} onClose={onClose} loss={isEntered ? UNSAVED : undefined}>
      <div onInput={() => setIsEntered(true)}>{children}</div>
    </ConfirmCloseDialog>
  );
}
