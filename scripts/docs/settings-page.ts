import { settings } from "../../server/settings/settings.ts";
import { code, codeBlock, GENERATED_NOTICE, markdownTable } from "./markdown.ts";

type SettingName = keyof typeof settings;
type Group = { title: string; intro?: string };

const groups = {
  first: { title: "Set these first", intro: "Most installations need no others." },
  clients: { title: "Interview and clients" },
  network: { title: "Address and network" },
  storage: {
    title: "Database and secrets",
    intro: "[Decision 34](decisions/0034-postgresql.md) has the reasons.",
  },
  backups: {
    title: "Nightly backups",
    intro:
      "[Backup and restore](backup.md) explains them. To copy them to object storage, set the endpoint, the bucket, the key and its secret together.",
  },
  objects: {
    title: "Recordings in object storage",
    intro: "Set the endpoint, the bucket, the key and its secret together.",
  },
  speech: { title: "Speech", intro: "[Speaking](voice.md) explains how spoken answers work." },
  signIn: {
    title: "Sign-in to the console",
    intro: "[Sign-in](sign-in.md) and [OpenID Connect](openid-connect.md) show how to use these.",
  },
  running: {
    title: "Logs, metrics and stopping",
    intro: "[Operations](operations.md) shows how to use these.",
  },
} as const satisfies { [Id in string]: Group };

type GroupId = keyof typeof groups;

/** A new setting does not compile until it has a group. The order here is the order on the page. */
const groupOf: { [Name in SettingName]: GroupId } = {
  isProduction: "first",
  dataFolder: "first",
  publicUrl: "first",
  trustedProxies: "first",
  smtp: "first",
  mailFrom: "first",
  interviewFile: "clients",
  providerName: "clients",
  stuckAfterDays: "clients",
  sendsReminders: "clients",
  sendsSignInLinks: "clients",
  quietHours: "clients",
  retentionDays: "clients",
  chromium: "clients",
  host: "network",
  port: "network",
  allowsInsecureHttp: "network",
  sessionRequestsPerMinute: "network",
  webhookNetworks: "network",
  databaseHosts: "storage",
  secretsFile: "storage",
  encryption: "storage",
  backupFolder: "backups",
  backupS3Endpoint: "backups",
  backupS3Bucket: "backups",
  backupS3Region: "backups",
  backupS3KeyId: "backups",
  backupS3Secret: "backups",
  backupS3Addressing: "backups",
  s3Endpoint: "objects",
  s3Bucket: "objects",
  s3Region: "objects",
  s3KeyId: "objects",
  s3Secret: "objects",
  s3Addressing: "objects",
  dictation: "speech",
  ffmpeg: "speech",
  transcriber: "speech",
  transcriberCommand: "speech",
  transcriberUrl: "speech",
  transcriberKey: "speech",
  transcriberModel: "speech",
  transcriberLanguage: "speech",
  transcriptionsAtOnce: "speech",
  transcriptionTimeoutSeconds: "speech",
  openIdIssuer: "signIn",
  openIdClientId: "signIn",
  openIdClientSecret: "signIn",
  openIdName: "signIn",
  isOpenIdOnly: "signIn",
  secondFactorDuty: "signIn",
  logLevel: "running",
  metricsPort: "running",
  metricsHost: "running",
  metricsToken: "running",
  drainSeconds: "running",
};

/** The settings of a small installation, as an environment file. */
export const exampleSettings = {
  NODE_ENV: "production",
  FIRSTHAND_DATA: "/var/lib/firsthand",
  FIRSTHAND_PUBLIC_URL: "https://onboarding.example.com",
  FIRSTHAND_TRUST_PROXY: "127.0.0.1",
  FIRSTHAND_SMTP_URL: "smtps://user:password@mail.example.com:465",
  FIRSTHAND_MAIL_FROM: "Acme <hello@example.com>",
};

export function settingsPage(): string {
  const example = Object.entries(exampleSettings).map(([name, value]) => `${name}=${value}`);
  return `${[
    GENERATED_NOTICE,
    "# Settings",
    `The operator’s settings are environment variables. A small installation sets six:`,
    codeBlock(example.join("\n")),
    `Check them before you start the server:`,
    codeBlock("npx firsthand config"),
    "The command prints each variable, its value, and where the value came from. It does not show what administrators set in the console. If a value is wrong, the command names the setting, says what it expects, and ends with exit code 2. The server checks the same way when it starts. A name beginning with `FIRSTHAND_` that is not on this page is refused, so a typing error cannot go unnoticed.",
    "Administrators can change your name, logo, accent color, support contact, privacy words, the mail server, reminders, quiet hours, sign-in links, stalled days and the time until inactive clients are erased in the console, under Settings. No restart is needed. A variable on this page goes before the console, which then shows the value and the name of the variable. The console goes before the interview file. [Decision 56](decisions/0056-settings-in-the-console.md) has the reasons.",
    ...(Object.keys(groups) as GroupId[]).flatMap(sectionOf),
  ].join("\n\n")}\n`;
}

function sectionOf(id: GroupId): string[] {
  const { title, intro }: Group = groups[id];
  const names = (Object.keys(groupOf) as SettingName[]).filter((name) => groupOf[name] === id);
  const rows = names.map((name) => {
    const { env, fallback, describe } = settings[name];
    return [code(env), fallbackOf(fallback), describe];
  });
  return [
    `## ${title}`,
    ...(intro ? [intro] : []),
    markdownTable(["Variable", "When unset", "Meaning"], rows),
  ];
}

function fallbackOf(fallback: string): string {
  return fallback.includes(" ") || ["none", "unset"].includes(fallback) ? fallback : code(fallback);
}
