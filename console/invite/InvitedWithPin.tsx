import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { CopyField } from "../ui/fields/CopyField.tsx";
import { ShownOnce } from "../ui/ShownOnce.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import styles from "./InvitedWithPin.module.css";
import type { Sending } from "./use-sending.ts";

type InvitedWithPinProps = {
  name: string;
  pin: string;
  sending: Pick<Sending, "isSent" | "error" | "sendAgain" | "close">;
};

/** Shows the new PIN, which is possible only once, and whether its invitation was sent. */
export function InvitedWithPin({ name, pin, sending }: InvitedWithPinProps) {
  const { isSent, error, sendAgain, close } = sending;
  return (
    <ShownOnceDialog title={t("invite.pin.made", { name })} onClose={close}>
      <div className={styles.invited}>
        <ShownOnce notice={t("invite.pin.once")}>
          <CopyField label={t("pin.value")} value={pin} />
        </ShownOnce>
        <p role="status">{isSent && t("client.inviteSent")}</p>
        {error && <p>{t("invite.pin.notSent")}</p>}
        <Failure error={error} onRetry={sendAgain} />
      </div>
    </ShownOnceDialog>
  );
}
