import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { ShownSecret } from "./ShownSecret.tsx";
import { TestOutcome } from "./TestOutcome.tsx";
import { type useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from "./use-webhooks.ts";
import styles from "./WebhookActions.module.css";

type WebhookActionsProps = { webhook: Webhook; changing: ReturnType<typeof useChangeWebhook> };

export function WebhookActions({ webhook: { webhookId, isOn }, changing }: WebhookActionsProps) {
  const testing = useTestWebhook(webhookId);
  const rotating = useRotateSecret(webhookId);
  const removing = useRemoveWebhook(webhookId);
  return (
    <div className={styles.acts}>
      <div className={styles.row}>
        <Button icon="send" busy={testing.isPending} onClick={() => testing.mutate()}>
          {t("webhooks.test")}
        </Button>
        <Button busy={changing.isPending} onClick={() => changing.mutate({ isOn: !isOn })}>
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
      {rotating.data && <ShownSecret secret={rotating.data.secret} hint={t("webhooks.rotated")} />}
      <Failure error={testing.error ?? rotating.error ?? removing.error ?? changing.error} />
    </div>
  );
}
