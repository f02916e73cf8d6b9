import { type ReactNode, useCallback, useState } from "react";
import { SecretTakenContext } from "../use-on-taken.ts";
import { ConfirmCloseDialog } from "./ConfirmCloseDialog.tsx";

type OneTimeSecretDialogProps = { title: string; onClose: () => void; children: ReactNode };

const UNTAKEN = { question: "shownOnce.question", stay: "shownOnce.stay" } as const;

/** A dialog with secrets that are shown only once. Closing it before one was copied or downloaded asks first. */
export function OneTimeSecretDialog({ title, onClose, children }: OneTimeSecretDialogProps) {
  const [isTaken, setIsTaken] = useState(false);
  const taken = useCallback(() => setIsTaken(true), []);
  return (
    <ConfirmCloseDialog title={title} onClose={onClose} loss={isTaken ? undefined : UNTAKEN}>
      <SecretTakenContext value={taken}>{children}</SecretTakenContext>
    </ConfirmCloseDialog>
  );
}
