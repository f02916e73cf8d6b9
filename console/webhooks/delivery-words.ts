import type { Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { t } from "../translate.ts";

/** What the last try led to: the status that was answered, or why there was none. */
export function outcomeOf({ status, cause }: Delivery): string {
  if (cause !== null) return t(`deliveryCause.${cause}`);
  return status === null ? t("deliveries.notTried") : t("deliveries.status", { status });
}
