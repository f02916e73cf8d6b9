import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Card } from "../../web/ui/Card.tsx";
import { t } from "../translate.ts";
import { DescriptionList } from "../ui/DescriptionList.tsx";
import { useScrollIntoView } from "../ui/focus/use-scroll-into-view.ts";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { WebhookActions } from "./WebhookActions.tsx";
import styles from "./WebhookCard.module.css";
import { WebhookTrouble } from "./WebhookTrouble.tsx";

type WebhookCardProps = {
  me: CurrentManager;
  webhook: Webhook;
  /** Whether the page's URL names the webhook, which is then open and scrolled into view. */
  isNamed: boolean;
};

/** A webhook with its URL and state. When opened, it also shows its message kinds and deliveries. */
export function WebhookCard({ me, webhook, isNamed }: WebhookCardProps) {
  const [isOpen, setIsOpen] = useState(isNamed);
  const card = useScrollIntoView<HTMLDivElement>(isNamed);
  const { address, kinds, format, answers } = webhook;
  return (
    <div ref={card}>
      <WebhookTrouble webhook={webhook} />
      <Card
        title={<span className={styles.address}>{address}</span>}
        aside={<WebhookStatus webhook={webhook} />}
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        {isOpen && (
          <div className={styles.inside}>
            <DescriptionList
              facts={[
                [t("webhooks.kinds"), kinds.map((kind) => t(`webhooks.kind.${kind}`)).join(", ")],
                [t("webhooks.format"), t(`webhooks.format.${format}`)],
                [t("webhooks.answers"), t(`webhooks.answers.${answers}`)],
              ]}
            />
            <WebhookActions me={me} webhook={webhook} />
            <DeliveryLog webhook={webhook} />
          </div>
        )}
      </Card>
    </div>
  );
}

function WebhookStatus({ webhook: { isOn, offCause, failing } }: { webhook: Webhook }) {
  if (!isOn) return offCause === "gone" ? t("webhooks.gone") : t("webhooks.off");
  return failing === null ? (
    t("webhooks.on")
  ) : (
    <span className={styles.failing}>{t("webhooks.failing")}</span>
  );
}
