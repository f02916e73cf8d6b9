import type { Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { t } from "../translate.ts";
import { outcomeOf } from "./delivery-words.ts";

type TestOutcomeProps = { delivery: Delivery | undefined };

/** What came of the test; its place is there before, so that readers announce it. */
export function TestOutcome({ delivery }: TestOutcomeProps) {
  const outcome = delivery && outcomeOf(delivery);
  return <p role="status">{outcome && t("webhooks.tested", { outcome })}</p>;
}
