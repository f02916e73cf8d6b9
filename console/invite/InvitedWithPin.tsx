import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { OneTimeSecretDialog } from "../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";
import styles from "./InvitedWithPin.module.css";
import type { InvitationSending } from "./use-invitation-sending.ts";

type InvitedWithPinProps = {
  name: string;
  pin: string;
  sending: Pick<InvitationSending, "isSent" | "error" | "sendAgain" | "close">;
};

/** Shows the new PIN, which is possible only once, and whether its invitation was sent. */
export function InvitedWithPin({ name, pin, sending }: InvitedWithPinProps) {
  const { isSent, error, sendAgain, close } = sending;
  return (
    <OneTimeSecretDialog title={t("invite.pin.made", { name })} onClose={close}>
      <div className={styles.invited}>
        <OneTimeSecret notice={t("invite.pin.once")}>
          <CopyField label={t("pin.value")} value={pin} />
        </OneTimeSecret>
        <p role="status">{isSent && t("client.inviteSent")}</p>
        {error && <p>{t("invite.pin.notSent")}</p>}
        <ErrorMessage error={error} onRetry={sendAgain} />
      </div>
    </OneTimeSecretDialog>
  );
}
