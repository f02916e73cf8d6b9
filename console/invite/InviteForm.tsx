import { type KeyboardEvent, useState } from "react";
import { ConfirmCloseDialog } from "../ui/dialogs/ConfirmCloseDialog.tsx";
import { InvitationPreviewPane } from "./InvitationPreviewPane.tsx";
import { InviteActions } from "./InviteActions.tsx";
import { InviteFields } from "./InviteFields.tsx";
import { EMPTY_DRAFT, type InviteDraft, requestOf } from "./invite-draft.ts";
import type { Recipient } from "./recipient.ts";
import type { InvitationSending } from "./use-invitation-sending.ts";

type InviteFormProps = {
  title: string;
  recipients: Recipient[];
  total: number;
  firstClientId: string;
  sending: Pick<InvitationSending, "isBusy" | "error" | "close">;
  onSend: (draft: InviteDraft) => void;
};

const TYPED = { question: "formDialog.question", stay: "formDialog.stay" } as const;

/** The form of an invitation: its text, a preview, and when it is sent. */
export function InviteForm({ title, recipients, total, firstClientId, sending, onSend }: InviteFormProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [shownId, setShownId] = useState(firstClientId);
  const [step, setStep] = useState<"fields" | "preview">("fields");
  const shown = recipients.find(({ clientId }) => clientId === shownId);
  const send = () => onSend(draft);
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  };
  const isTyped = draft.words.trim() !== "" || draft.dueOn !== undefined;
  return (
    <ConfirmCloseDialog
      title={title}
      size="split"
      onClose={sending.close}
      loss={isTyped ? TYPED : undefined}
      actions={
        <InviteActions
          total={total}
          clientId={shownId}
          request={requestOf(draft)}
          error={sending.error}
          isBusy={sending.isBusy}
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
    </ConfirmCloseDialog>
  );
}
