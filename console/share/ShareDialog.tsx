import { useCallback, useState } from "react";
import type { MadeShare } from "#contract/manage/shares.ts";
import { t } from "../translate.ts";
import { ConfirmCloseDialog } from "../ui/dialogs/ConfirmCloseDialog.tsx";
import { SecretTakenContext } from "../ui/use-on-taken.ts";
import { NewShareLink } from "./NewShareLink.tsx";
import { ShareForm } from "./ShareForm.tsx";
import { ShareList } from "./ShareList.tsx";

type ShareDialogProps = { clientId: string; onClose: () => void };

const UNTAKEN = { question: "shownOnce.question", stay: "shownOnce.stay" } as const;

/** Creates a link to the brief, shows it once, and lists the active links. */
export function ShareDialog({ clientId, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<MadeShare>();
  const [isTaken, setIsTaken] = useState(false);
  const taken = useCallback(() => setIsTaken(true), []);
  return (
    <ConfirmCloseDialog
      title={t("share.title")}
      onClose={onClose}
      loss={made && !isTaken ? UNTAKEN : undefined}
    >
      {made ? (
        <SecretTakenContext value={taken}>
          <NewShareLink made={made} />
        </SecretTakenContext>
      ) : (
        <ShareForm clientId={clientId} onMade={setMade} />
      )}
      <ShareList clientId={clientId} />
    </ConfirmCloseDialog>
  );
}
