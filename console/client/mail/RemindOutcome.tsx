import type { ReminderResult as Reminded } from "#contract/manage/mail/mail.ts";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import styles from "./RemindOutcome.module.css";
import type { useRemindNow } from "./use-client-mail.ts";

type RemindOutcomeProps = { reminding: ReturnType<typeof useRemindNow> };

/**
 * The outcome of sending a reminder. The status element is always rendered, so that screen readers announce its text.
 */
export function RemindOutcome({ reminding }: RemindOutcomeProps) {
  return (
    <>
      <p role="status" className={styles.outcome}>
        {reminding.data && wordsOf(reminding.data)}
      </p>
      <ErrorMessage error={reminding.error} />
    </>
  );
}

function wordsOf(reminded: Reminded): string {
  return reminded.outcome === "queued" ? t("clientMail.queued") : t(`reminderRefusal.${reminded.reason}`);
}
