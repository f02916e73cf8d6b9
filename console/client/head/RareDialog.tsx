import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { InviteDialog } from "../../invite/InviteDialog.tsx";
import { AnswerForDialog } from "../answer-for/AnswerForDialog.tsx";
import { ContactDialog } from "../contact/ContactDialog.tsx";
import { EraseDialog } from "../settings/EraseDialog.tsx";
import { InterviewDialog } from "./InterviewDialog.tsx";
import type { RareAct } from "./rare-acts.ts";

type RareDialogProps = {
  act: RareAct;
  client: Client;
  me: CurrentManager;
  onClose: () => void;
  onInvited: () => void;
};

export function RareDialog({ act, client, me, onClose, onInvited }: RareDialogProps) {
  const { clientId } = client;
  switch (act) {
    case "answer":
      return <AnswerForDialog client={client} onClose={onClose} />;
    case "change":
      return <ContactDialog client={client} me={me} onClose={onClose} />;
    case "interview":
      return <InterviewDialog client={client} onClose={onClose} />;
    case "erase":
      return <EraseDialog client={client} onClose={onClose} />;
    case "invite":
      return (
        <InviteDialog
          target={{ ids: [clientId] }}
          total={1}
          firstClientId={clientId}
          onClose={onClose}
          onStarted={() => {
            onInvited();
            onClose();
          }}
        />
      );
  }
}
