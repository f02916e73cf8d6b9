import type { Answer } from "#contract/record/answer.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./TakeDetails.module.css";
import { TakePlayer } from "./TakePlayer.tsx";
import { type TakeView, useTake } from "./use-take.ts";
import { useTakes } from "./use-takes.ts";

type TakeDetailsProps = { answer: Answer };

/** Above the text of a recorded answer: where its audio is, and the player. */
export function TakeDetails({ answer }: TakeDetailsProps) {
  const { retry } = useTakes();
  const view = useTake(answer);
  const { delivery, outcome } = view;
  const canRetry = delivery?.phase === "stopped" || (!delivery && outcome === "failed");
  const isElsewhere = !delivery && (outcome === "elsewhere" || outcome === "receiving");
  return (
    <div className={styles.details}>
      {/* first, so that the Listen button stays in place while progress and note change */}
      {!isElsewhere && <TakePlayer takeId={answer.id} />}
      {delivery?.phase === "sending" && (
        <progress className={styles.progress} max={100} value={delivery.percent} aria-hidden="true" />
      )}
      <span role="status" className={styles.note} data-phase={delivery?.phase}>
        {noteOf(view)}
      </span>
      {canRetry && (
        <Button size="small" onClick={() => void retry(answer.id)}>
          {t("take.retry")}
        </Button>
      )}
    </div>
  );
}

function noteOf({ delivery, outcome, isSilent, awaitsWords }: TakeView): string | undefined {
  switch (delivery?.phase) {
    case "sending":
      return t("take.sending", { percent: delivery.percent });
    case "waiting":
      return t(`take.waiting.${delivery.cause}`);
    case "stopped":
      return delivery.message;
  }
  if (isSilent && awaitsWords) return t("take.unheard");
  return awaitsWords && (outcome === "elsewhere" || outcome === "receiving")
    ? t("take.elsewhere")
    : undefined;
}
