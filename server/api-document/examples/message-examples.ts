import type { auditEndpoints } from "#contract/manage/endpoints/audit.ts";
import type { deliveryEndpoints } from "#contract/manage/endpoints/deliveries.ts";
import type { mailEndpoints } from "#contract/manage/endpoints/mail.ts";
import type { mailTemplateEndpoints } from "#contract/manage/endpoints/mail-templates.ts";
import type { webhookEndpoints } from "#contract/manage/endpoints/webhooks.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { type ExamplesOf, exampleTimes, ids } from "./example.ts";

const address = "https://hooks.example/firsthand";
const template = {
  subject: "A few questions are waiting",
  text: "Hi {{client}},\n\n{{button:Start the interview}}",
};
const secret = { webhookId: ids.webhook, secret: "whsec_EXAMPLE" };
const webhook: Webhook = {
  webhookId: ids.webhook,
  address,
  kinds: ["record.submitted"],
  madeBy: ids.manager,
  createdAt: exampleTimes.added,
  isOn: true,
  offAt: null,
  offCause: null,
  previousSecretUntil: null,
  format: "standard",
  answers: "none",
  failing: null,
  waiting: 0,
  undelivered: 0,
};
const delivery = {
  messageId: ids.message,
  kind: "record.submitted",
  clientId: ids.client,
  state: "delivered",
  attempts: 1,
  createdAt: exampleTimes.saved,
  nextAt: null,
  lastAt: exampleTimes.saved,
  status: 204,
  cause: null,
  durationMs: 84,
} as const;

/** Mails, webhooks, and the audit trail. */
export const messageExamples: ExamplesOf<
  typeof auditEndpoints &
    typeof deliveryEndpoints &
    typeof mailEndpoints &
    typeof mailTemplateEndpoints &
    typeof webhookEndpoints
> = {
  mailSetUp: {
    answer: { sendsMail: true, sendsReminders: true, reminderDays: [3, 7, 14], invitationDays: 14 },
  },
  remindNow: { answer: { outcome: "queued", mailId: "ml_82c1", kind: "partly-done" } },
  clientMail: {
    answer: {
      hasAddress: true,
      isOptedOut: false,
      getsReminders: true,
      next: { kind: "partly-done", at: exampleTimes.asked },
      opensAt: null,
    },
  },
  listMails: {
    answer: {
      mails: [
        {
          mailId: "ml_82c1",
          kind: "partly-done",
          clientId: ids.client,
          clientName: "Rosa's Bakery",
          managerId: null,
          managerName: null,
          askedBy: ids.manager,
          askedByName: "Mia Chen",
          state: "sent",
          attempts: 1,
          createdAt: exampleTimes.asked,
          nextAt: null,
          lastAt: exampleTimes.asked,
          status: 250,
          cause: null,
        },
      ],
      next: null,
    },
  },
  undoOptOut: { answer: {} },
  mailChoices: { answer: { submitted: true, answered: true, digest: true, stuckDays: 7 } },
  chooseMail: { body: { submitted: true, answered: true, digest: true, stuckDays: 7 }, answer: {} },
  listMailTemplates: {
    answer: {
      templates: [
        {
          kind: "partly-done",
          language: "en",
          ...template,
          changedAt: exampleTimes.added,
          placeholders: ["client", "link"],
        },
      ],
    },
  },
  changeMailTemplate: { body: template, answer: {} },
  removeMailTemplate: { answer: {} },
  previewMailTemplate: {
    body: template,
    answer: {
      subject: "A few questions are waiting",
      text: "Hi Rosa,\n\nStart the interview: https://onboarding.example/",
      blocks: [
        { kind: "text", lines: ["Hi Rosa,"] },
        { kind: "button", label: "Start the interview" },
      ],
      footer: [],
      look: { providerName: "Acme Onboarding", hasLogo: false, accent: "#1f5c4d", onAccent: "#ffffff" },
    },
  },
  listWebhooks: { answer: { webhooks: [webhook] } },
  addWebhook: { body: { address, kinds: ["record.submitted"] }, answer: secret },
  changeWebhook: { body: { isOn: true }, answer: webhook },
  rotateWebhookSecret: { answer: secret },
  removeWebhook: { answer: {} },
  testWebhook: { answer: { ...delivery, kind: "webhook.test", clientId: null } },
  listDeliveries: { answer: { deliveries: [delivery], next: null } },
  redeliver: { answer: {} },
  retryWebhook: { answer: { queued: 14 } },
  audit: {
    answer: {
      lines: [
        {
          eventId: "ev_90ab",
          at: exampleTimes.added,
          kind: "key.issued",
          actor: ids.manager,
          actorName: "Mia Chen",
          clientId: ids.client,
          clientName: "Rosa's Bakery",
          managerId: null,
          managerName: null,
          keyId: ids.key,
          detail: null,
          address: "192.0.2.0/24",
          device: "Firefox on Windows",
          requestId: "6f1d2c9e-0b57-4c43-9f0e-3a0f6d1c2b11",
        },
      ],
      next: null,
    },
  },
};
