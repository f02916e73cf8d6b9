import type { checkEndpoints } from "#contract/manage/endpoints/checks.ts";
import type { settingEndpoints } from "#contract/manage/endpoints/settings.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { type ExamplesOf, exampleTimes, ids } from "./example.ts";

const builtIn = {
  source: "built-in",
  variable: null,
  changedAt: null,
  changedBy: null,
  changedByName: null,
} as const;
const changed = {
  source: "console",
  variable: null,
  changedAt: exampleTimes.added,
  changedBy: ids.manager,
  changedByName: "Mia Chen",
} as const;
const shown: ShownSettings = {
  version: 4,
  settings: {
    providerName: { value: "Acme Onboarding", ...changed },
    logo: {
      value: { address: "/provided/tXTAc7TQ3-vUk2GQ.png", type: "image/png", bytes: 9_214, isInMail: true },
      ...changed,
    },
    support: { value: { email: "help@acme.example", phone: "+1 555 010 2030", page: null }, ...changed },
    colors: { value: { accent: "#1f5c4d", accentDark: null }, ...builtIn, source: "interview-file" },
    privacyWords: { value: { en: "We keep your answers for as long as you are our client." }, ...changed },
    mailServer: {
      value: { host: "mail.acme.example", port: 465, security: "tls", user: "onboarding", hasPassword: true },
      ...changed,
    },
    mailFrom: { value: { name: "Acme", email: "hello@acme.example" }, ...changed },
    reminders: { value: true, ...builtIn, source: "environment", variable: "FIRSTHAND_REMINDERS" },
    reminderGaps: {
      value: { "not-started": [3, 7, 14], "partly-done": [3, 7, 14], "asked-back": [0, 3, 7] },
      ...builtIn,
    },
    quietHours: { value: { from: 20, to: 8 }, ...builtIn },
    timeZone: { value: "America/Chicago", ...changed },
    linkDays: { value: { invitation: 14, other: 7 }, ...builtIn },
    stalledDays: { value: 3, ...builtIn },
    retentionDays: {
      value: {
        days: 730,
        waiting: {
          days: 365,
          beginsAt: exampleTimes.added,
          clients: [{ clientId: ids.client, name: "Rosa’s Bakery" }],
          clientCount: 1,
        },
      },
      ...changed,
    },
  },
};

/** The settings that administrators change in the console. */
export const settingExamples: ExamplesOf<typeof settingEndpoints> = {
  readSettings: { answer: shown },
  changeSettings: {
    body: { version: 3, settings: { timeZone: "America/Chicago", quietHours: { from: 20, to: 8 } } },
    answer: shown,
  },
  restoreSetting: { body: { version: 3, eventId: "ev_90ab" }, answer: shown },
  checkMail: {
    answer: {
      sentTo: "mia@acme.example",
      checks: [
        { name: "connection", outcome: "ok", detail: "connected" },
        { name: "sign-in", outcome: "ok", detail: "signed-in" },
        { name: "test-mail", outcome: "ok", detail: "mail-taken" },
        { name: "spf", outcome: "ok", detail: "spf-found" },
        { name: "dmarc", outcome: "warning", detail: "dmarc-missing" },
      ],
    },
  },
};

const checksFound = {
  checkedAt: "2026-11-24T09:15:00.000Z",
  checks: [
    {
      name: "database",
      state: "ok" as const,
      found: "/var/lib/firsthand/firsthand.db, schema 52, up to date.",
    },
    {
      name: "copies of backups",
      state: "not-set-up" as const,
      found: "Backups are on this machine only, and are lost with it.",
      advice: "Set FIRSTHAND_BACKUP_S3_ENDPOINT to copy them to object storage.",
    },
  ],
};

export const checkExamples: ExamplesOf<typeof checkEndpoints> = {
  readChecks: { answer: checksFound },
  repeatChecks: { answer: checksFound },
};
