import { lookup } from "node:dns";
import type { Command } from "commander";
import type { MailCheck } from "#contract/manage/mail/mail-check.ts";
import { sentenceOfMailCheck } from "../../mail/check/mail-check-sentence.ts";
import { mailSetUp } from "../../mail/mail-set-up.ts";
import { webhookEgressPolicy } from "../../outgoing/egress-policy.ts";
import { readSettings } from "../../settings/live-settings.ts";
import { providerInForce } from "../../settings/provider-in-force.ts";
import { CommandError, command, parseEmail, print, table, withInstallation } from "../command.ts";

export function mailTest(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "test",
    describe: "Sign in to the mail server, send a test email, and check SPF and DMARC of the sender’s domain",
    example: "mail test you@example.com",
  })
    .argument("<address>", "email address that gets the test", parseEmail)
    .option("--json", "print JSON")
    .action(async (address: string, options: { json?: boolean }) => {
      // imported here, so that other commands do not load the mailer
      const [{ checkMail }, { findTexts }] = await Promise.all([
        import("../../mail/check/check-mail.ts"),
        import("../../mail/check/check-sender-domain.ts"),
      ]);
      const checks = await withInstallation(env, async ({ storage }, config) => {
        const reach = webhookEgressPolicy("public");
        const settings = await readSettings(storage, config);
        const sending = { ...config, ...providerInForce(config, settings) };
        const setUp = mailSetUp(settings, { config: sending, reach });
        if (!setUp)
          throw new CommandError(
            "Email is not set up. Set the mail server in the console, under Settings, or set FIRSTHAND_SMTP_URL and FIRSTHAND_MAIL_FROM.",
          );
        return checkMail({ setUp, lookup, findTexts, at: Date.now() }, address);
      });
      print({ sentTo: address, checks }, options.json, table(["CHECK", "RESULT", "DETAIL"], checks.map(row)));
      if (checks.some(({ outcome }) => outcome === "failed"))
        throw new CommandError("The test failed. Fix the failed check, then run the command again.");
    });
}

function row(check: MailCheck): string[] {
  return [check.name, check.outcome, sentenceOfMailCheck(check)];
}
