import type { PasswordLink } from "#contract/manage/accounts.ts";
import { OneTimeSecretDialog } from "../ui/dialogs/OneTimeSecretDialog.tsx";
import { NewPasswordLink } from "./NewPasswordLink.tsx";
import { PasswordLinkSentDialog } from "./PasswordLinkSentDialog.tsx";

type PasswordLinkDialogProps = {
  title: string;
  mailedTitle: string;
  made: PasswordLink;
  onClose: () => void;
};

/** Says that a password link was emailed, or shows the link, which is possible only once. */
export function PasswordLinkDialog({ title, mailedTitle, made, onClose }: PasswordLinkDialogProps) {
  const { sentTo, link, expiresAt } = made;
  if (sentTo !== null)
    return <PasswordLinkSentDialog title={mailedTitle} sentTo={sentTo} onClose={onClose} />;
  if (link === null || expiresAt === null) return null;
  return (
    <OneTimeSecretDialog title={title} onClose={onClose}>
      <NewPasswordLink link={link} expiresAt={expiresAt} />
    </OneTimeSecretDialog>
  );
}
