import { useState } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { InviteDialog } from "../../invite/InviteDialog.tsx";
import { t } from "../../translate.ts";
import styles from "./SendInvite.module.css";

type SendInviteProps = { clientId: string };

/** An invitation, the first or a further one, and that it is on its way. */
export function SendInvite({ clientId }: SendInviteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const started = () => {
    setIsStarted(true);
    setIsOpen(false);
  };
  return (
    <div>
      <Button icon="send" onClick={() => setIsOpen(true)}>
        {t("invite.submit.one")}
      </Button>
      <p role="status" className={styles.outcome}>
        {isStarted && t("client.inviteSent")}
      </p>
      {isOpen && (
        <InviteDialog
          target={{ ids: [clientId] }}
          total={1}
          firstClientId={clientId}
          onClose={() => setIsOpen(false)}
          onStarted={started}
        />
      )}
    </div>
  );
}
