import { type KeyboardEvent, useState } from "react";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { AskingDialog } from "../ui/AskingDialog.tsx";
import { InvitationPreviewPane } from "./InvitationPreviewPane.tsx";
import { InviteActions } from "./InviteActions.tsx";
import { InviteFields } from "./InviteFields.tsx";
import { type InviteDraft, requestOf, sendingOf } from "./invite-draft.ts";
import type { InviteTarget } from "./invite-target.ts";
import { LinkByHandDialog } from "./LinkByHandDialog.tsx";
import { useRecipients, useSendInvitations } from "./use-invitation.ts";

type InviteDialogProps = {
  target: InviteTarget;
  /** How many clients the target has. */
  total: number;
  firstClientId: string;
  onClose: () => void;
  onStarted: (bulkId: string) => void;
};

const TYPED = { question: "formDialog.question", stay: "formDialog.stay" } as const;

/** An invitation to one or many clients: what it says beside the template, how it will look, and when it goes. */
export function InviteDialog(props: InviteDialogProps) {
  const { target, total, firstClientId, onClose, onStarted } = props;
  const { data: setUp } = useMailSetUp();
  const { data: recipients = [] } = useRecipients(target);
  const [draft, setDraft] = useState<InviteDraft>({ words: "", dueOn: undefined, sends: "now" });
  const [shownId, setShownId] = useState(firstClientId);
  const [step, setStep] = useState<"fields" | "preview">("fields");
  const sending = useSendInvitations();
  const shown = recipients.find(({ clientId }) => clientId === shownId);
  const title =
    total === 1
      ? t("invite.title.one", { name: recipients[0]?.name ?? "" })
      : t("invite.title.many", { count: numberWords(total) });
  if (setUp && !setUp.sendsMail)
    return (
      <LinkByHandDialog title={title} clientId={total === 1 ? firstClientId : undefined} onClose={onClose} />
    );

  const send = () => {
    if (sending.isPending) return;
    const act = sendingOf(draft, { isOne: total === 1, now: new Date() });
    sending.mutate({ act, on: target }, { onSuccess: ({ bulkId }) => onStarted(bulkId) });
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  };
  const isTyped = draft.words.trim() !== "" || draft.dueOn !== undefined;
  return (
    <AskingDialog
      title={title}
      size="split"
      onClose={onClose}
      loss={isTyped ? TYPED : undefined}
      actions={
        <InviteActions
          total={total}
          clientId={shownId}
          request={requestOf(draft)}
          error={sending.error}
          isBusy={sending.isPending}
          onSend={send}
          step={step}
          onStep={setStep}
        />
      }
    >
      <InviteFields
        step={step}
        recipients={recipients}
        total={total}
        shownId={shownId}
        onShow={setShownId}
        draft={draft}
        onDraft={setDraft}
        onKeyDown={sendByKey}
      />
      <InvitationPreviewPane
        step={step}
        clientId={shownId}
        request={requestOf(draft)}
        place={recipients.findIndex(({ clientId }) => clientId === shownId) + 1}
        total={total}
        name={shown?.contact ?? shown?.name ?? ""}
        onKeyDown={sendByKey}
      />
    </AskingDialog>
  );
}
