import { useState } from "react";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { CopyField } from "../../ui/fields/CopyField.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { Part } from "../../ui/Part.tsx";
import { ShownOnce } from "../../ui/ShownOnce.tsx";
import { ShownOnceDialog } from "../../ui/ShownOnceDialog.tsx";
import { useRemovePin, useSetPin } from "../use-client.ts";
import styles from "./PinPart.module.css";

type PinPartProps = { client: Client };

/** Whether the client needs a PIN besides the access key. A new PIN is shown once. */
export function PinPart({ client: { clientId, pin } }: PinPartProps) {
  const setting = useSetPin(clientId);
  const removing = useRemovePin(clientId);
  const [isClosed, setIsClosed] = useState(false);
  const hasPin = pin.state !== "none";
  const set = () => {
    setIsClosed(false);
    setting.mutate();
  };
  return (
    <Part isPlain title={t("pin.title")}>
      <p className={styles.state} data-state={pin.state}>
        {t(`pin.state.${pin.state}`)}
        {hasPin && (
          <small>
            {t("pin.since")} <Instant at={pin.stoppedAt ?? pin.setAt} never="" />
          </small>
        )}
      </p>
      <Failure error={setting.error ?? removing.error} />
      <Button size="small" icon="lock" busy={setting.isPending} onClick={set}>
        {hasPin ? t("pin.replace") : t("pin.set")}
      </Button>
      {hasPin && (
        <Button size="small" variant="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
          {t("pin.remove")}
        </Button>
      )}
      {setting.data && !isClosed && (
        <ShownOnceDialog title={t("pin.made")} onClose={() => setIsClosed(true)}>
          <ShownOnce notice={t("pin.once")}>
            <CopyField label={t("pin.value")} value={setting.data.pin} />
          </ShownOnce>
        </ShownOnceDialog>
      )}
    </Part>
  );
}
