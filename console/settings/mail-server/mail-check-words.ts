import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import { type MailCheckDetail, mailCheckFindings } from "#contract/manage/mail/mail-check.ts";
import { t } from "../../translate.ts";

type Finding = (typeof mailCheckFindings)[number];

/** The finding of a check, or why the mail server rejected the test. */
export function checkSentence(detail: MailCheckDetail): string {
  return isFinding(detail) ? t(`mailCheck.${detail}`) : t(`mailCause.${detail satisfies MailCause}`);
}

function isFinding(detail: MailCheckDetail): detail is Finding {
  return mailCheckFindings.some((finding) => finding === detail);
}
