import type { PasswordLink } from "#contract/manage/accounts.ts";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import { MailedLink } from "./MailedLink.tsx";
import { ShownLink } from "./ShownLink.tsx";

type PasswordLinkDialogProps = {
  title: string;
  mailedTitle: string;
  made: PasswordLink;
  onClose: () => void;
};

/** What became of a password link: it is on its way by mail, or shown here this once. */
export function PasswordLinkDialog({ title, mailedTitle, made, onClose }: PasswordLinkDialogProps) {
  const { sentTo, link, expiresAt } = made;
  if (sentTo !== null) return <MailedLink title={mailedTitle} sentTo={sentTo} onClose={onClose} />;
  if (link === null || expiresAt === null) return null;
  return (
    <ShownOnceDialog title={title} onClose={onClose}>
      <ShownLink link={link} expiresAt={expiresAt} />
    </ShownOnceDialog>
  );
}
