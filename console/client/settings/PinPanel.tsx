import { useState } from "react";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { OneTimeSecret } from "../../ui/dialogs/OneTimeSecret.tsx";
import { OneTimeSecretDialog } from "../../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { CopyField } from "../../ui/fields/CopyField.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { useRemovePin, useSetPin } from "../use-client.ts";
import styles from "./PinPanel.module.css";

type PinPanelProps = { client: Client };

/** Whether the client needs a PIN besides the access key. A new PIN is shown once. */
export function PinPanel({ client: { clientId, pin } }: PinPanelProps) {
  const setting = useSetPin(clientId);
  const removing = useRemovePin(clientId);
  const [isClosed, setIsClosed] = useState(false);
  const hasPin = pin.state !== "none";
  const set = () => {
    setIsClosed(false);
    setting.mutate();
  };
  return (
    <Panel isPlain title={t("pin.title")}>
      <p className={styles.state} data-state={pin.state}>
        {t(`pin.state.${pin.state}`)}
        {hasPin && (
          <small>
            {t("pin.since")} <RelativeTime at={pin.stoppedAt ?? pin.setAt} never="" />
          </small>
        )}
      </p>
      <ErrorMessage error={setting.error ?? removing.error} />
      <Button size="small" icon="lock" busy={setting.isPending} onClick={set}>
        {hasPin ? t("pin.replace") : t("pin.set")}
      </Button>
      {hasPin && (
        <Button size="small" variant="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
          {t("pin.remove")}
        </Button>
      )}
      {setting.data && !isClosed && (
        <OneTimeSecretDialog title={t("pin.made")} onClose={() => setIsClosed(true)}>
          <OneTimeSecret notice={t("pin.once")}>
            <CopyField label={t("pin.value")} value={setting.data.pin} />
          </OneTimeSecret>
        </OneTimeSecretDialog>
      )}
    </Panel>
  );
}
