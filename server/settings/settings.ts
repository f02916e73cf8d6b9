import { resolve } from "node:path";
import { SESSION_REQUESTS_PER_MINUTE } from "#contract/limits.ts";
import { type SecondFactorDuty, secondFactorDuties } from "#contract/manage/second-factor.ts";
import { RETENTION_MAX_DAYS, STALLED_DAYS_MAX } from "#contract/manage/settings/setting-values.ts";
import { parseOperatorToken } from "../http/operator-token.ts";
import { type BucketAddressing, bucketAddressings } from "../object-store/bucket-texts.ts";
import type { WebhookNetworks } from "../outgoing/egress-policy.ts";
import type { Setting } from "../runtime/setting.ts";
import { type DatabaseHost, parseDatabaseUrl } from "../storage/postgres/database-url.ts";
import { type EngineName, engineNames, engineSettings, engines } from "../transcription/engines.ts";
import { parseBucket, parseBucketCredential, parseEndpoint, parseRegion } from "./object-store-settings.ts";
import { parseButtonName, parseCredential, parseIssuer } from "./openid-settings.ts";
import { type GivenQuietHours, parseQuietHours } from "./quiet-hours.ts";
import { parseNodeEnv } from "./setting-names.ts";
import {
  parseEncryption,
  parseFlag,
  parseHost,
  parseName,
  parseOneOf,
  parseRanges,
  parseUrl,
  parseWebhookNetworks,
  parseWhole,
} from "./setting-values.ts";
import { type MailFrom, parseMailFrom, parseSmtpUrl, type SmtpServer } from "./smtp-settings.ts";

/** Where speech is turned into text during dictation. */
const DICTATION_PLACES = ["browser", "on-device"] as const;
export type DictationSetting = (typeof DICTATION_PLACES)[number];

const DRAIN_MAX_SECONDS = 300;
const ENGINES_LISTED = engineNames
  .map((name) => (engines[name].remark ? `${name} (${engines[name].remark})` : name))
  .join(", ");
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;

/** Every setting; `docs/settings.md` and `firsthand help config` are made from this table. */
export const settings = {
  dataFolder: {
    env: "FIRSTHAND_DATA",
    fallback: "./data",
    describe: "Folder for the database and the secrets",
    parse: (text) => resolve(text ?? "data"),
  } satisfies Setting<string>,
  host: {
    env: "HOST",
    fallback: "127.0.0.1",
    describe: "Address to listen on",
    parse: parseHost,
  } satisfies Setting<string>,
  port: {
    env: "PORT",
    fallback: "8080",
    describe: "Port to listen on; 0 picks a free port",
    parse: (text) => parseWhole(text ?? "8080", 0, 65_535),
  } satisfies Setting<number>,
  publicUrl: {
    env: "FIRSTHAND_PUBLIC_URL",
    fallback: "http://HOST:PORT",
    describe: "Public address of the server, used in links to clients",
    parse: parseUrl,
  } satisfies Setting<string | undefined>,
  interviewFile: {
    env: "FIRSTHAND_INTERVIEW",
    fallback: "the built-in interview",
    describe:
      'Your interview file, with questions, tips, name, logo, colors, support and privacy text (docs/your-own-interview.md). Start from "firsthand interview print"',
    parse: (text) => text && resolve(text),
  } satisfies Setting<string | undefined>,
  providerName: {
    env: "FIRSTHAND_PROVIDER_NAME",
    fallback: "the name in FIRSTHAND_INTERVIEW, or Firsthand",
    describe: "Your company's name, shown to clients",
    parse: parseName,
  } satisfies Setting<string | undefined>,
  secretsFile: {
    env: "FIRSTHAND_SECRETS",
    fallback: "secrets.json in FIRSTHAND_DATA",
    describe:
      "File with the master keys and peppers, created at the first start. Back up this file: without it, no answer can be read and no key works. Servers on one PostgreSQL database share it",
    parse: (text) => text && resolve(text),
  } satisfies Setting<string | undefined>,
  encryption: {
    env: "FIRSTHAND_ENCRYPTION",
    fallback: "on",
    describe: "Answers, audio and notes are always encrypted; on is the only value",
    parse: parseEncryption,
  } satisfies Setting<"on">,
  databaseHosts: {
    env: "DATABASE_URL",
    fallback: "SQLite in FIRSTHAND_DATA",
    describe:
      "PostgreSQL instead of SQLite, such as postgres://user:password@host:5432/firsthand?sslmode=verify-full; with several hosts (one:5432,two:5432), the writable host is used. Needs FIRSTHAND_SECRETS",
    isSecret: true,
    parse: parseDatabaseUrl,
  } satisfies Setting<DatabaseHost[] | undefined>,
  s3Endpoint: {
    env: "FIRSTHAND_S3_ENDPOINT",
    fallback: "none",
    describe:
      "S3 address of object storage for recordings, such as https://s3.eu-central-1.amazonaws.com. Without it, recordings are stored in the database. Their keys are always in the database",
    parse: parseEndpoint,
  } satisfies Setting<string | undefined>,
  s3Bucket: {
    env: "FIRSTHAND_S3_BUCKET",
    fallback: "none",
    describe: "The bucket, which must exist and be private",
    parse: parseBucket,
  } satisfies Setting<string | undefined>,
  s3Region: {
    env: "FIRSTHAND_S3_REGION",
    fallback: "us-east-1",
    describe: "The bucket’s region",
    parse: parseRegion,
  } satisfies Setting<string>,
  s3KeyId: {
    env: "FIRSTHAND_S3_KEY_ID",
    fallback: "none",
    describe: "Id of a key that can list, read, write and delete in that bucket only",
    parse: parseBucketCredential,
  } satisfies Setting<string | undefined>,
  s3Secret: {
    env: "FIRSTHAND_S3_SECRET",
    fallback: "none",
    describe: "The secret of that key; never printed",
    isSecret: true,
    parse: parseBucketCredential,
  } satisfies Setting<string | undefined>,
  s3Addressing: {
    env: "FIRSTHAND_S3_ADDRESSING",
    fallback: "path",
    describe: "Position of the bucket’s name in addresses: path (host/bucket) or host (bucket.host)",
    parse: (text) => parseOneOf(text ?? "path", bucketAddressings),
  } satisfies Setting<BucketAddressing>,
  backupFolder: {
    env: "FIRSTHAND_BACKUP_DIR",
    fallback: "backups in FIRSTHAND_DATA",
    describe:
      "Folder for the nightly backups of an SQLite database (docs/backup.md); off makes none, also before an upgrade",
    parse: (text) => (text === undefined || text === "off" ? text : resolve(text)),
  } satisfies Setting<string | undefined>,
  backupS3Endpoint: {
    env: "FIRSTHAND_BACKUP_S3_ENDPOINT",
    fallback: "none",
    describe: "S3 address of object storage that gets a copy of each backup. Use another provider or region",
    parse: parseEndpoint,
  } satisfies Setting<string | undefined>,
  backupS3Bucket: {
    env: "FIRSTHAND_BACKUP_S3_BUCKET",
    fallback: "none",
    describe: "The bucket for backups, which must exist and be private",
    parse: parseBucket,
  } satisfies Setting<string | undefined>,
  backupS3Region: {
    env: "FIRSTHAND_BACKUP_S3_REGION",
    fallback: "us-east-1",
    describe: "That bucket’s region",
    parse: parseRegion,
  } satisfies Setting<string>,
  backupS3KeyId: {
    env: "FIRSTHAND_BACKUP_S3_KEY_ID",
    fallback: "none",
    describe: "Id of a key that can list, read, write and delete in that bucket only",
    parse: parseBucketCredential,
  } satisfies Setting<string | undefined>,
  backupS3Secret: {
    env: "FIRSTHAND_BACKUP_S3_SECRET",
    fallback: "none",
    describe: "The secret of that key; never printed",
    isSecret: true,
    parse: parseBucketCredential,
  } satisfies Setting<string | undefined>,
  backupS3Addressing: {
    env: "FIRSTHAND_BACKUP_S3_ADDRESSING",
    fallback: "path",
    describe: "Position of that bucket’s name in addresses: path (host/bucket) or host (bucket.host)",
    parse: (text) => parseOneOf(text ?? "path", bucketAddressings),
  } satisfies Setting<BucketAddressing>,
  trustedProxies: {
    env: "FIRSTHAND_TRUST_PROXY",
    fallback: "none",
    describe: "Addresses or CIDR ranges of trusted proxies (X-Forwarded-For), separated by commas",
    parse: parseRanges,
  } satisfies Setting<string[]>,
  allowsInsecureHttp: {
    env: "FIRSTHAND_INSECURE_HTTP",
    fallback: "0",
    describe:
      "1 allows plain http beyond this machine without a TLS proxy; the microphone and drafts won’t work",
    parse: parseFlag,
  } satisfies Setting<boolean>,
  sessionRequestsPerMinute: {
    env: "FIRSTHAND_RATE_SESSION",
    fallback: String(SESSION_REQUESTS_PER_MINUTE),
    describe: "Requests per minute for one session; 0 for no limit",
    parse: (text) => parseWhole(text ?? String(SESSION_REQUESTS_PER_MINUTE), 0, 1_000_000),
  } satisfies Setting<number>,
  stuckAfterDays: {
    env: "FIRSTHAND_STUCK_DAYS",
    fallback: "5",
    describe:
      "Days without activity after which a client who hasn’t submitted counts as stalled. Overrides the console",
    parse: (text) => (text === undefined ? undefined : parseWhole(text, 1, STALLED_DAYS_MAX)),
  } satisfies Setting<number | undefined>,
  dictation: {
    env: "FIRSTHAND_DICTATION",
    fallback: "browser",
    describe:
      "Where dictated speech becomes text: browser uses the browser’s speech service; on-device uses the client’s device if possible, otherwise the browser’s service",
    parse: (text) => parseOneOf(text ?? "browser", DICTATION_PLACES),
  } satisfies Setting<DictationSetting>,
  ffmpeg: {
    env: "FIRSTHAND_FFMPEG",
    fallback: "ffmpeg",
    describe: "ffmpeg, by name or path; needed for recording",
    parse: (text) => text ?? "ffmpeg",
  } satisfies Setting<string>,
  chromium: {
    env: "FIRSTHAND_CHROMIUM",
    fallback: "Chromium on the PATH",
    describe: "Chromium, by name or path; needed for PDFs of briefs",
    parse: (text) => text,
  } satisfies Setting<string | undefined>,
  retentionDays: {
    env: "FIRSTHAND_RETENTION_DAYS",
    fallback: "0",
    describe:
      "Days after the last change or sign-in until a client is erased; 0 turns erasing off. Overrides the console",
    parse: (text) => (text === undefined ? undefined : parseWhole(text, 0, RETENTION_MAX_DAYS)),
  } satisfies Setting<number | undefined>,
  transcriber: {
    env: "FIRSTHAND_TRANSCRIBER",
    fallback: "none",
    describe: `Engine that transcribes recordings: ${ENGINES_LISTED}, or none`,
    parse: (text) => parseOneOf(text ?? "none", [...engineNames, "none"]),
  } satisfies Setting<EngineName | "none">,
  ...engineSettings,
  transcriptionsAtOnce: {
    env: "FIRSTHAND_TRANSCRIBER_AT_ONCE",
    fallback: "1",
    describe: "Number of recordings transcribed at the same time",
    parse: (text) => parseWhole(text ?? "1", 1, 64),
  } satisfies Setting<number>,
  transcriptionTimeoutSeconds: {
    env: "FIRSTHAND_TRANSCRIBER_TIMEOUT",
    fallback: "300",
    describe: "Time limit for transcribing one recording, in seconds",
    parse: (text) => parseWhole(text ?? "300", 1, 7_200),
  } satisfies Setting<number>,
  webhookNetworks: {
    env: "FIRSTHAND_WEBHOOKS_PRIVATE",
    fallback: "0",
    describe:
      "Addresses or CIDR ranges of your own network that webhooks can use, also by plain http, separated by commas; 1 for the whole network. Anyone who adds a webhook can then reach these addresses",
    parse: parseWebhookNetworks,
  } satisfies Setting<WebhookNetworks>,
  smtp: {
    env: "FIRSTHAND_SMTP_URL",
    fallback: "none",
    describe:
      "Mail server, such as smtps://user:password@mail.example.com:465; smtp:// requires STARTTLS, except on this machine. Administrators can set the mail server in the console instead. Without one, no email is sent",
    isSecret: true,
    parse: parseSmtpUrl,
  } satisfies Setting<SmtpServer | undefined>,
  mailFrom: {
    env: "FIRSTHAND_MAIL_FROM",
    fallback: "none",
    describe:
      "Sender of emails, such as Acme <hello@example.com>; needed with FIRSTHAND_SMTP_URL, else set in the console",
    parse: parseMailFrom,
  } satisfies Setting<MailFrom | undefined>,
  sendsReminders: {
    env: "FIRSTHAND_REMINDERS",
    fallback: "on",
    describe:
      "on emails reminders to clients who haven’t started, haven’t submitted, or have open follow-ups; off doesn’t. Overrides the console",
    parse: (text) => (text === undefined ? undefined : parseOneOf(text, ["on", "off"]) === "on"),
  } satisfies Setting<boolean | undefined>,
  sendsSignInLinks: {
    env: "FIRSTHAND_SIGN_IN_LINKS",
    fallback: "on",
    describe:
      "off makes emails to clients lead to the access screen, instead of carrying a link that signs in the first browser that opens it",
    parse: (text) => parseOneOf(text ?? "on", ["on", "off"]) === "on",
  } satisfies Setting<boolean>,
  quietHours: {
    env: "FIRSTHAND_QUIET_HOURS",
    fallback: "20-8",
    describe:
      "Hours without reminders, by each client’s clock: 20-8. A time zone after them, as in 20-8 Europe/Lisbon, is for clients whose time zone isn’t known. No reminders are sent on weekends. Overrides the console",
    parse: parseQuietHours,
  } satisfies Setting<GivenQuietHours | undefined>,
  openIdIssuer: {
    env: "FIRSTHAND_OIDC_ISSUER",
    fallback: "none",
    describe:
      "OpenID Connect issuer for account managers, such as https://id.example.com. Register the redirect address FIRSTHAND_PUBLIC_URL/v1/manage/auth/openid/callback there",
    parse: parseIssuer,
  } satisfies Setting<string | undefined>,
  openIdClientId: {
    env: "FIRSTHAND_OIDC_CLIENT_ID",
    fallback: "none",
    describe: "This server’s client id at the issuer",
    parse: parseCredential,
  } satisfies Setting<string | undefined>,
  openIdClientSecret: {
    env: "FIRSTHAND_OIDC_CLIENT_SECRET",
    fallback: "none",
    describe: "This server’s client secret at the issuer; never printed",
    isSecret: true,
    parse: parseCredential,
  } satisfies Setting<string | undefined>,
  openIdName: {
    env: "FIRSTHAND_OIDC_NAME",
    fallback: "single sign-on",
    describe: "Name on the console’s “Sign in with” button",
    parse: parseButtonName,
  } satisfies Setting<string>,
  isOpenIdOnly: {
    env: "FIRSTHAND_OIDC_ONLY",
    fallback: "0",
    describe: "1 turns off passwords in the console; one-time links still work if the issuer is down",
    parse: parseFlag,
  } satisfies Setting<boolean>,
  secondFactorDuty: {
    env: "FIRSTHAND_REQUIRE_SECOND_FACTOR",
    fallback: "none",
    describe: `Who needs a second factor to sign in to the console with a password: ${secondFactorDuties.join(", ")}`,
    parse: (text) => parseOneOf(text ?? "none", secondFactorDuties),
  } satisfies Setting<SecondFactorDuty>,
  logLevel: {
    env: "FIRSTHAND_LOG_LEVEL",
    fallback: "info",
    describe: `Log level: ${LOG_LEVELS.join(", ")}`,
    parse: (text) => parseOneOf(text ?? "info", LOG_LEVELS),
  } satisfies Setting<(typeof LOG_LEVELS)[number]>,
  metricsPort: {
    env: "FIRSTHAND_METRICS_PORT",
    fallback: "none",
    describe:
      "Separate port for GET /metrics (Prometheus); 0 picks a free port. Without a port or a token, metrics are off",
    parse: (text) => (text === undefined ? undefined : parseWhole(text, 0, 65_535)),
  } satisfies Setting<number | undefined>,
  metricsHost: {
    env: "FIRSTHAND_METRICS_HOST",
    fallback: "127.0.0.1",
    describe: "Address to listen on for metrics; beyond this machine, FIRSTHAND_METRICS_TOKEN is needed",
    parse: parseHost,
  } satisfies Setting<string>,
  metricsToken: {
    env: "FIRSTHAND_METRICS_TOKEN",
    fallback: "none",
    describe:
      "Token required by GET /metrics (Authorization: Bearer); without FIRSTHAND_METRICS_PORT, metrics are on PORT. Never printed",
    isSecret: true,
    parse: parseOperatorToken,
  } satisfies Setting<string | undefined>,
  drainSeconds: {
    env: "FIRSTHAND_DRAIN_SECONDS",
    fallback: "0",
    describe:
      "Seconds after SIGTERM during which the server still accepts connections while /readyz reports stopping, so that load balancers notice",
    parse: (text) => parseWhole(text ?? "0", 0, DRAIN_MAX_SECONDS),
  } satisfies Setting<number>,
  isProduction: {
    env: "NODE_ENV",
    fallback: "unset",
    describe:
      "production creates no sample client or administrator in a new database, and requires an https FIRSTHAND_PUBLIC_URL when HOST is not this machine, unless FIRSTHAND_INSECURE_HTTP is 1",
    parse: parseNodeEnv,
  } satisfies Setting<boolean>,
};

/** The parsed value of each setting. */
export type ParsedSettings = {
  [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["parse"]>;
};
