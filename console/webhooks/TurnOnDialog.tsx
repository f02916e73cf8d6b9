import type { UndeliveredAct, Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { useChangeWebhook } from "./use-webhooks.ts";

type TurnOnDialogProps = { webhook: Webhook; onClose: () => void };

/** Asks whether to send or drop the undelivered messages. */
export function TurnOnDialog({ webhook, onClose }: TurnOnDialogProps) {
  const changing = useChangeWebhook(webhook.webhookId);
  const turnOn = (undelivered: UndeliveredAct) =>
    changing.mutate({ isOn: true, undelivered }, { onSuccess: onClose });
  const actions = (
    <>
      <Button busy={changing.isPending} onClick={() => turnOn("drop")}>
        {t("webhooks.turnOnDrop")}
      </Button>
      <Button variant="primary" busy={changing.isPending} onClick={() => turnOn("send")}>
        {t("webhooks.turnOnSend")}
      </Button>
    </>
  );
  return (
    <Dialog
      title={t("webhooks.turnOn")}
      closeLabel={t("dialog.close")}
      size="normal"
      onClose={onClose}
      actions={actions}
    >
      <p>{t("webhooks.turnOnWhat", { count: webhook.undelivered })}</p>
      <ErrorMessage error={changing.error} />
    </Dialog>
  );
}
