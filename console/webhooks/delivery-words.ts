import type { Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { t } from "../translate.ts";

/** The outcome of the last attempt: the HTTP status, or why there was no answer. */
export function outcomeOf({ status, cause }: Delivery): string {
  if (cause !== null) return t(`deliveryCause.${cause}`);
  return status === null ? t("deliveries.notTried") : t("deliveries.status", { status });
}
