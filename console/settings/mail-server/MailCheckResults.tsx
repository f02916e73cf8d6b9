import type { MailCheck, MailChecks } from "#contract/manage/mail/mail-check.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { CheckList, type ShownCheck } from "../../ui/CheckList.tsx";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { useCheckMail } from "../use-settings.ts";
import { checkSentence } from "./mail-check-words.ts";

/** Tests the mail server with an email to the signed-in manager, and shows the results. */
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
      <ErrorMessage error={checking.error} />
      {checking.data && (
        <CheckList name={t("settings.mail.results")} checks={checking.data.checks.map(shown)} />
      )}
    </>
  );
}

function outcomeOf({ sentTo, checks }: MailChecks): string {
  const isSent = checks.some(({ name, outcome }) => name === "test-mail" && outcome === "ok");
  return isSent ? t("settings.mail.checked", { email: sentTo }) : t("settings.mail.notChecked");
}

function shown({ name, outcome, detail }: MailCheck): ShownCheck {
  return {
    name: t(`mailCheckName.${name}`),
    outcome,
    outcomeWords: t(`mailCheckOutcome.${outcome}`),
    detail: checkSentence(detail),
  };
}
