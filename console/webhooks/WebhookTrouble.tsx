import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { ago } from "../ui/time/ago.ts";
import { useNow } from "../ui/time/use-now.ts";
import { durationText } from "./duration-text.ts";
import { useRetryWebhook } from "./use-webhooks.ts";
import styles from "./WebhookTrouble.module.css";

type WebhookTroubleProps = { webhook: Webhook };

/** Says that a webhook fails, or was turned off for failing, whether its card is open or not. */
export function WebhookTrouble({ webhook }: WebhookTroubleProps) {
  const retrying = useRetryWebhook(webhook.webhookId);
  const sentence = useTrouble(webhook);
  return (
    <>
      {sentence && (
        <div className={styles.trouble}>
          <p>{sentence}</p>
          {webhook.isOn && webhook.undelivered > 0 && (
            <Button size="small" busy={retrying.isPending} onClick={() => retrying.mutate()}>
              {t("webhooks.retry")}
            </Button>
          )}
        </div>
      )}
      <p role="status" className={styles.status}>
        {retrying.data && t("webhooks.retried", { count: retrying.data.queued })}
      </p>
      <ErrorMessage error={retrying.error} />
    </>
  );
}

function useTrouble({ failing, isOn, offAt, offCause, waiting, undelivered }: Webhook): string | undefined {
  const now = useNow();
  if (!isOn && offCause === "failing" && offAt !== null)
    return t("webhooks.offFailing", { time: ago(Date.parse(offAt), now), undelivered });
  if (!isOn || failing === null) return undefined;
  const time = durationText(now - Date.parse(failing.since));
  if (failing.cause !== null)
    return t("webhooks.failingCause", { time, waiting, cause: t(`deliveryCause.${failing.cause}`) });
  return t("webhooks.failingStatus", { time, waiting, status: String(failing.status ?? "") });
}
