import type { Delivery } from "#contract/manage/webhooks/webhooks.ts";
import { t } from "../translate.ts";
import { outcomeOf } from "./delivery-words.ts";

type TestOutcomeProps = { delivery: Delivery | undefined };

/** The outcome of the test. The status element is always rendered, so that screen readers announce its text. */
export function TestOutcome({ delivery }: TestOutcomeProps) {
  const outcome = delivery && outcomeOf(delivery);
  return <p role="status">{outcome && t("webhooks.tested", { outcome })}</p>;
}
