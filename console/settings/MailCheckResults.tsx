import type { MailCheck, MailChecks } from "#contract/manage/mail/mail-check.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import styles from "./MailCheckResults.module.css";
import { checkSentence } from "./mail-check-words.ts";
import { useCheckMail } from "./use-settings.ts";

/** Tries the mail server with a test to oneself, and shows what came of it. */
export function MailCheckResults() {
  const checking = useCheckMail();
  return (
    <>
      <div>
        <Button icon="send" busy={checking.isPending} onClick={() => checking.mutate()}>
          {t("settings.mail.check")}
        </Button>
      </div>
      <p role="status">{checking.data && outcomeOf(checking.data)}</p>
      <Failure error={checking.error} />
      {checking.data && <Checks checks={checking.data.checks} />}
    </>
  );
}

function outcomeOf({ sentTo, checks }: MailChecks): string {
  const isSent = checks.some(({ name, outcome }) => name === "test-mail" && outcome === "ok");
  return isSent ? t("settings.mail.checked", { email: sentTo }) : t("settings.mail.notChecked");
}

function Checks({ checks }: { checks: MailCheck[] }) {
  return (
    <ul className={styles.checks} aria-label={t("settings.mail.results")}>
      {checks.map(({ name, outcome, detail }) => (
        <li key={name} className={styles.check}>
          <b>{t(`mailCheckName.${name}`)}</b>
          <span className={styles.outcome} data-outcome={outcome}>
            {t(`mailCheckOutcome.${outcome}`)}
          </span>
          <span className={styles.detail}>{checkSentence(detail)}</span>
        </li>
      ))}
    </ul>
  );
}
