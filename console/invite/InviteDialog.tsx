import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { InvitedWithPin } from "./InvitedWithPin.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { type InviteDraft, sendingOf } from "./invite-draft.ts";
import type { InviteTarget } from "./invite-target.ts";
import { LinkByHandDialog } from "./LinkByHandDialog.tsx";
import { useRecipients } from "./use-invitation.ts";
import { useInvitationSending } from "./use-invitation-sending.ts";

type InviteDialogProps = {
  target: InviteTarget;
  /** The number of clients. */
  total: number;
  firstClientId: string;
  onClose: () => void;
  onStarted: (bulkId: string) => void;
};

/** Invites one or many clients, and shows the new PIN if one was requested. */
export function InviteDialog(props: InviteDialogProps) {
  const { total, firstClientId, onClose, onStarted } = props;
  const isOne = total === 1;
  // a single client is looked up by ID, which returns more properties than the list does
  const target = isOne ? { ids: [firstClientId] } : props.target;
  const { data: setUp } = useMailSetUp();
  const { data: recipients = [] } = useRecipients(target);
  const sending = useInvitationSending(firstClientId, { onClose, onStarted });
  const [first] = recipients;
  const name = first?.name ?? "";
  const title = isOne
    ? t("invite.title.one", { name })
    : t("invite.title.many", { count: numberWords(total) });
  if (setUp && !setUp.sendsMail)
    return <LinkByHandDialog title={title} clientId={isOne ? firstClientId : undefined} onClose={onClose} />;
  if (sending.pin !== undefined) return <InvitedWithPin name={name} pin={sending.pin} sending={sending} />;
  const send = (draft: InviteDraft) => {
    const request = { act: sendingOf(draft, { isOne, now: new Date() }), on: target };
    sending.send(request, isOne && draft.asksPin && first?.pin?.state === "none");
  };
  return (
    <InviteForm
      title={title}
      recipients={recipients}
      total={total}
      firstClientId={firstClientId}
      sending={sending}
      onSend={send}
    />
  );
}
