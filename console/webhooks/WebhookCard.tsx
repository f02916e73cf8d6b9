import { useState } from "react";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Card } from "../../web/ui/Card.tsx";
import { t } from "../translate.ts";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { KindFields } from "./KindFields.tsx";
import { useChangeWebhook } from "./use-webhooks.ts";
import { WebhookActions } from "./WebhookActions.tsx";
import styles from "./WebhookCard.module.css";

type WebhookCardProps = { webhook: Webhook };

/** One webhook: its address and whether it is on, and inside what it hears of and what became of its messages. */
export function WebhookCard({ webhook }: WebhookCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const changing = useChangeWebhook(webhook.webhookId);
  const { address, kinds, isOn, offCause } = webhook;
  const offWord = offCause === "gone" ? t("webhooks.gone") : t("webhooks.off");
  return (
    <Card
      title={<span className={styles.address}>{address}</span>}
      aside={isOn ? t("webhooks.on") : offWord}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {isOpen && (
        <div className={styles.inside}>
          <KindFields
            chosen={kinds}
            // one kind has to be left
            onChange={(next) => next.length > 0 && changing.mutate({ kinds: next })}
          />
          <WebhookActions webhook={webhook} changing={changing} />
          <DeliveryLog webhook={webhook} />
        </div>
      )}
    </Card>
  );
}
