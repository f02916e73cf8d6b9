import { useDraft } from "../../draft/use-draft.ts";
import { useHasUnsent } from "../../takes/use-take.ts";
import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useReadyForPress } from "../../ui/use-ready-for-press.ts";
import { useActions } from "../workspace/use-actions.ts";

/** Shown at a logout with unsynced work, which is never dropped without asking. */
export function LogoutDialog() {
  const { closeDialog, saveAndLogOut, leave } = useActions();
  const isUnsynced = useDraft((state) => state.isUnsynced);
  const hasUnsent = useHasUnsent();
  const isSettled = useReadyForPress();
  return (
    <Dialog
      title={t("logout.title")}
      // room for three buttons in one row
      size="wide"
      closeLabel={t("logout.stay")}
      onClose={closeDialog}
      actions={
        <>
          <Button variant="quiet" onClick={closeDialog}>
            {t("logout.stay")}
          </Button>
          <Button variant="danger" disabled={!isSettled} onClick={() => void leave()}>
            {t("logout.discard")}
          </Button>
          <Button variant="primary" data-autofocus="" onClick={() => void saveAndLogOut()}>
            {t("logout.save")}
          </Button>
        </>
      }
    >
      {isUnsynced && <p>{t("logout.text")}</p>}
      {hasUnsent && <p>{t("logout.takes")}</p>}
    </Dialog>
  );
}
