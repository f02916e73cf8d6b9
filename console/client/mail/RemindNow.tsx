import type { RemindNow as Reminded } from "#contract/manage/mail/mail.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import styles from "./RemindNow.module.css";
import { useRemindNow } from "./use-client-mail.ts";

type RemindNowProps = { clientId: string };

/** A reminder at once, at whatever hour, and what came of asking for it. */
export function RemindNow({ clientId }: RemindNowProps) {
  const reminding = useRemindNow(clientId);
  return (
    <div>
      <Button icon="send" busy={reminding.isPending} onClick={() => reminding.mutate()}>
        {t("clientMail.remind")}
      </Button>
      <p role="status" className={styles.outcome}>
        {reminding.data && wordsOf(reminding.data)}
      </p>
      <Failure error={reminding.error} />
    </div>
  );
}

function wordsOf(reminded: Reminded): string {
  return reminded.outcome === "queued" ? t("clientMail.queued") : t(`reminderRefusal.${reminded.reason}`);
}
