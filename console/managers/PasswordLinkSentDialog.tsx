import { PASSWORD_LINK_DAYS } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";

type PasswordLinkSentDialogProps = { title: string; sentTo: string; onClose: () => void };

/** Says where the email with the password link was sent. */
export function PasswordLinkSentDialog({ title, sentTo, onClose }: PasswordLinkSentDialogProps) {
  return (
    <Dialog
      title={title}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      actions={
        <Button variant="primary" autoFocus onClick={onClose}>
          {t("managers.linkMailedDone")}
        </Button>
      }
    >
      <p role="status">{t("managers.linkMailed", { email: sentTo, days: PASSWORD_LINK_DAYS })}</p>
    </Dialog>
  );
}
