import { lookup } from "node:dns";
import type { Check } from "#contract/manage/checks.ts";
import type { MailCheck } from "#contract/manage/mail/mail-check.ts";
import { sentenceOfMailCheck } from "../mail/check/mail-check-sentence.ts";
import type { MailServerSetup } from "../mail/mail-set-up.ts";

/** Signs in to the mail server; with `sendTo`, also sends a test mail and checks the sender's domain. */
export async function checkMailServer(setUp: MailServerSetup | undefined, sendTo?: string): Promise<Check[]> {
  if (!setUp)
    return [
      {
        name: "mail",
        state: "not-set-up",
        found: "No mail server is set, so no one is invited or reminded by email.",
        advice: "Set one in the console, under Settings, or set FIRSTHAND_SMTP_URL and FIRSTHAND_MAIL_FROM.",
      },
    ];
  const checks = await checksOf(setUp, sendTo);
  const bad = checks.filter(({ outcome }) => outcome === "failed" || outcome === "warning");
  if (bad.length === 0) return [{ name: "mail", state: "ok", found: wellOf(setUp, sendTo) }];
  return bad.map((check) => ({
    name: check.name === "spf" || check.name === "dmarc" ? `mail, ${check.name}` : "mail",
    state: check.outcome === "failed" ? "failed" : "warning",
    found: sentenceOfMailCheck(check),
    ...(check.outcome === "failed" && {
      advice: 'Check the mail server\'s settings, then run "firsthand mail test" with your address.',
    }),
  }));
}

async function checksOf(setUp: MailServerSetup, sendTo: string | undefined): Promise<MailCheck[]> {
  // imported here, so that the mailer is not loaded where no mail server is set
  const [{ checkMail, checkSignIn }, { findTexts }] = await Promise.all([
    import("../mail/check/check-mail.ts"),
    import("../mail/check/check-sender-domain.ts"),
  ]);
  if (sendTo === undefined) return checkSignIn({ setUp, lookup });
  return checkMail({ setUp, lookup, findTexts, at: Date.now() }, sendTo);
}

function wellOf({ smtp: { host, user } }: MailServerSetup, sendTo: string | undefined): string {
  if (sendTo !== undefined) return `${host} accepted a test email to ${sendTo}.`;
  return user === undefined ? `${host} answers.` : `${host} accepts our user name and password.`;
}
