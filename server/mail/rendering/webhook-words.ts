import type { MailKind } from "#contract/manage/mail/mail.ts";
import type consoleEnglish from "#contract/messages/console/en.json";
import { readCatalogs } from "../../runtime/catalogs.ts";
import type { Words } from "../../runtime/words.ts";
import type { MailedWebhook } from "../../storage/webhooks/webhooks.ts";
import { clockWords } from "./clock-words.ts";

/** The console shows the same causes. */
const causes = readCatalogs("console") as { [Of in Words["language"]]: typeof consoleEnglish };

type WebhookFacts = Omit<MailedWebhook, "webhookId">;

const SAMPLE: WebhookFacts = {
  address: "https://hooks.example.com/",
  failing: { since: Date.parse("2026-12-04T14:04Z"), status: 500, cause: null },
  offAt: null,
  offCause: null,
  waiting: 14,
  undelivered: 14,
};

/** The sample for a preview. */
export function sampleWebhook(kind: MailKind): WebhookFacts {
  if (kind !== "webhook-off") return SAMPLE;
  return { ...SAMPLE, offAt: Date.parse("2026-12-07T14:10Z"), offCause: "failing" };
}

/** Only the host, because a full address may contain a secret, and a sentence or two about what is wrong. */
export function webhookValues(webhook: WebhookFacts | null, words: Words, timeZone: string | null) {
  if (webhook === null) return { webhook: "", failing: "" };
  return { webhook: new URL(webhook.address).host, failing: troubleWords(webhook, words, timeZone) };
}

function troubleWords(webhook: WebhookFacts, words: Words, timeZone: string | null): string {
  const { failing, offAt, offCause, waiting, undelivered } = webhook;
  const { language, say } = words;
  if (offCause === "gone") return say("mail.webhook.gone");
  if (!failing) return "";
  const { since, status, cause } = failing;
  if (offAt === null)
    return status === null
      ? say("mail.webhook.unanswered", { waiting })
      : say("mail.webhook.answered", { status: String(status), waiting });
  const failed = { since: clockWords(since, language, timeZone), undelivered };
  return cause === null
    ? say("mail.webhook.failedWithStatus", { ...failed, status: String(status) })
    : say("mail.webhook.failedWithCause", { ...failed, cause: causes[language][`deliveryCause.${cause}`] });
}
