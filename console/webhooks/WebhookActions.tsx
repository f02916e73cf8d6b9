import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { ChangeWebhookDialog } from "./ChangeWebhookDialog.tsx";
import { NewWebhookSecret } from "./NewWebhookSecret.tsx";
import { TestOutcome } from "./TestOutcome.tsx";
import { TurnOnDialog } from "./TurnOnDialog.tsx";
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from "./use-webhooks.ts";
import styles from "./WebhookActions.module.css";

type WebhookActionsProps = { me: CurrentManager; webhook: Webhook };

export function WebhookActions({ me, webhook }: WebhookActionsProps) {
  const { webhookId, isOn, undelivered } = webhook;
  const [asking, setAsking] = useState<"change" | "turn-on">();
  const changing = useChangeWebhook(webhookId);
  const testing = useTestWebhook(webhookId);
  const rotating = useRotateSecret(webhookId);
  const removing = useRemoveWebhook(webhookId);
  const close = () => setAsking(undefined);
  const turn = () => (!isOn && undelivered > 0 ? setAsking("turn-on") : changing.mutate({ isOn: !isOn }));
  return (
    <div className={styles.actions}>
      <div className={styles.row}>
        <Button icon="send" busy={testing.isPending} onClick={() => testing.mutate()}>
          {t("webhooks.test")}
        </Button>
        <Button onClick={() => setAsking("change")}>{t("webhooks.change")}</Button>
        <Button busy={changing.isPending} onClick={turn}>
          {t(isOn ? "webhooks.switchOff" : "webhooks.switchOn")}
        </Button>
        <Button icon="lock" busy={rotating.isPending} onClick={() => rotating.mutate()}>
          {t("webhooks.rotate")}
        </Button>
        <Button variant="danger" icon="trash" busy={removing.isPending} onClick={() => removing.mutate()}>
          {t("webhooks.remove")}
        </Button>
      </div>
      <TestOutcome delivery={testing.data} />
      {rotating.data && <NewWebhookSecret secret={rotating.data.secret} hint={t("webhooks.rotated")} />}
      <ErrorMessage error={testing.error ?? rotating.error ?? removing.error ?? changing.error} />
      {asking === "change" && <ChangeWebhookDialog me={me} webhook={webhook} onClose={close} />}
      {asking === "turn-on" && <TurnOnDialog webhook={webhook} onClose={close} />}
    </div>
  );
}
