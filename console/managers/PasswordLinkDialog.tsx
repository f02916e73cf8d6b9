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

/** Says that a password link was emailed, or shows the link, which is possible only once. */
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
