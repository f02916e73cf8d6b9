import { resolve } from "node:path";
import { SESSION_REQUESTS_PER_MINUTE } from "#contract/limits.ts";
import { type SecondFactorDuty, secondFactorDuties } from "#contract/manage/second-factor.ts";
import { parseOperatorToken } from "../http/operator-token.ts";
import type { WebhookNetworks } from "../outgoing/egress-policy.ts";
import type { Setting } from "../runtime/setting.ts";
import { type DatabaseHost, parseDatabaseUrl } from "../storage/postgres/database-url.ts";
import { type EngineName, engineNames, engineSettings, engines } from "../transcription/engines.ts";
import {
  type BucketAddressing,
  bucketAddressings,
  parseBucket,
  parseBucketCredential,
  parseEndpoint,
  parseRegion,
} from "./object-store-settings.ts";
import { parseButtonName, parseCredential, parseIssuer } from "./openid-settings.ts";
import { parseQuietHours, type QuietHours } from "./quiet-hours.ts";
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

/** Where the browser is asked to turn speech into text. */
const DICTATION_PLACES = ["browser", "on-device"] as const;
export type DictationSetting = (typeof DICTATION_PLACES)[number];

/** A hundred years. */
const RETENTION_MAX_DAYS = 36_500;
const DRAIN_MAX_SECONDS = 300;
const ENGINES_LISTED = engineNames
  .map((name) => (engines[name].remark ? `${name} (${engines[name].remark})` : name))
  .join(", ");
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const;

/** Every setting there is; the README's table and `firsthand help config` are made from it. */
export const settings = {
  dataFolder: {
    env: "FIRSTHAND_DATA",
    fallback: "./data",
    describe: "Folder of the database and its secrets",
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
    describe: "Port to listen on; 0 takes a free one",
    parse: (text) => parseWhole(text ?? "8080", 0, 65_535),
  } satisfies Setting<number>,
  publicUrl: {
    env: "FIRSTHAND_PUBLIC_URL",
    fallback: "http://HOST:PORT",
    describe: "Address under which clients reach the server; part of the links that carry a key",
    parse: parseUrl,
  } satisfies Setting<string | undefined>,
  interviewFile: {
    env: "FIRSTHAND_INTERVIEW",
    fallback: "the built-in interview",
    describe:
      'File of the provider\'s own: the questions, the tips, name, logo, colours, support and privacy text (docs/your-own-interview.md). "firsthand interview print" makes one to begin with',
    parse: (text) => text && resolve(text),
  } satisfies Setting<string | undefined>,
  providerName: {
    env: "FIRSTHAND_PROVIDER_NAME",
    fallback: "the name in FIRSTHAND_INTERVIEW, else Firsthand",
    describe: "The provider's name, shown to clients",
    parse: parseName,
  } satisfies Setting<string | undefined>,
  secretsFile: {
    env: "FIRSTHAND_SECRETS",
    fallback: "secrets.json in FIRSTHAND_DATA",
    describe:
      "File with the master keys and the peppers; made at the first start. Back it up: without it no answer can be read and no key works. Servers on one PostgreSQL share it",
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
      "PostgreSQL instead of SQLite, such as postgres://user:password@host:5432/firsthand?sslmode=verify-full; of several hosts (one:5432,two:5432) the one that takes writes is used. It needs FIRSTHAND_SECRETS",
    isSecret: true,
    parse: parseDatabaseUrl,
  } satisfies Setting<DatabaseHost[] | undefined>,
  s3Endpoint: {
    env: "FIRSTHAND_S3_ENDPOINT",
    fallback: "none",
    describe:
      "Object storage for recordings, by its S3 address such as https://s3.eu-central-1.amazonaws.com; without it they are in the database. The database holds the keys that they are sealed by",
    parse: parseEndpoint,
  } satisfies Setting<string | undefined>,
  s3Bucket: {
    env: "FIRSTHAND_S3_BUCKET",
    fallback: "none",
    describe: "The bucket there, private and made before",
    parse: parseBucket,
  } satisfies Setting<string | undefined>,
  s3Region: {
    env: "FIRSTHAND_S3_REGION",
    fallback: "us-east-1",
    describe: "The bucket’s region, as its store names it",
    parse: parseRegion,
  } satisfies Setting<string>,
  s3KeyId: {
    env: "FIRSTHAND_S3_KEY_ID",
    fallback: "none",
    describe: "Id of a key that may list, read, write and delete in that bucket, and nothing else",
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
    describe: "Where the bucket’s name stands in addresses: path (host/bucket) or host (bucket.host)",
    parse: (text) => parseOneOf(text ?? "path", bucketAddressings),
  } satisfies Setting<BucketAddressing>,
  trustedProxies: {
    env: "FIRSTHAND_TRUST_PROXY",
    fallback: "none",
    describe: "Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed, separated by commas",
    parse: parseRanges,
  } satisfies Setting<string[]>,
  allowsInsecureHttp: {
    env: "FIRSTHAND_INSECURE_HTTP",
    fallback: "0",
    describe:
      "1 serves plain http beyond this machine without a TLS proxy; microphone and drafts then do not work",
    parse: parseFlag,
  } satisfies Setting<boolean>,
  sessionRequestsPerMinute: {
    env: "FIRSTHAND_RATE_SESSION",
    fallback: String(SESSION_REQUESTS_PER_MINUTE),
    describe: "Requests a minute that one session may make; 0 for no limit",
    parse: (text) => parseWhole(text ?? String(SESSION_REQUESTS_PER_MINUTE), 0, 1_000_000),
  } satisfies Setting<number>,
  stuckAfterDays: {
    env: "FIRSTHAND_STUCK_DAYS",
    fallback: "3",
    describe: "A client from whom nothing has come for so many days, and who has not submitted, is stuck",
    parse: (text) => parseWhole(text ?? "3", 1, 365),
  } satisfies Setting<number>,
  dictation: {
    env: "FIRSTHAND_DICTATION",
    fallback: "browser",
    describe:
      "Who turns dictated speech into text: browser is the browser’s maker; on-device is the client’s own device where it can, else the maker",
    parse: (text) => parseOneOf(text ?? "browser", DICTATION_PLACES),
  } satisfies Setting<DictationSetting>,
  ffmpeg: {
    env: "FIRSTHAND_FFMPEG",
    fallback: "ffmpeg",
    describe: "ffmpeg, by name or path; without it recording is not offered",
    parse: (text) => text ?? "ffmpeg",
  } satisfies Setting<string>,
  chromium: {
    env: "FIRSTHAND_CHROMIUM",
    fallback: "the one on the PATH",
    describe: "Chromium, by name or path; it makes a brief’s PDF, which is printed by hand without it",
    parse: (text) => text,
  } satisfies Setting<string | undefined>,
  retentionDays: {
    env: "FIRSTHAND_RETENTION_DAYS",
    fallback: "0",
    describe: "A client is erased for good so many days after the last change or sign-in; 0 keeps all",
    parse: (text) => parseWhole(text ?? "0", 0, RETENTION_MAX_DAYS),
  } satisfies Setting<number>,
  transcriber: {
    env: "FIRSTHAND_TRANSCRIBER",
    fallback: "none",
    describe: `What turns takes into text: ${ENGINES_LISTED}, or none`,
    parse: (text) => parseOneOf(text ?? "none", [...engineNames, "none"]),
  } satisfies Setting<EngineName | "none">,
  ...engineSettings,
  transcriptionsAtOnce: {
    env: "FIRSTHAND_TRANSCRIBER_AT_ONCE",
    fallback: "1",
    describe: "So many takes are transcribed side by side",
    parse: (text) => parseWhole(text ?? "1", 1, 64),
  } satisfies Setting<number>,
  transcriptionTimeoutSeconds: {
    env: "FIRSTHAND_TRANSCRIBER_TIMEOUT",
    fallback: "300",
    describe: "Seconds that the engine may take for one take",
    parse: (text) => parseWhole(text ?? "300", 1, 7_200),
  } satisfies Setting<number>,
  webhookNetworks: {
    env: "FIRSTHAND_WEBHOOKS_PRIVATE",
    fallback: "0",
    describe:
      "Addresses or CIDR ranges of your own network that webhooks may lead to, by plain http too, separated by commas; 1 for all of it. Whoever adds a webhook can then reach what is there",
    parse: parseWebhookNetworks,
  } satisfies Setting<WebhookNetworks>,
  smtp: {
    env: "FIRSTHAND_SMTP_URL",
    fallback: "none",
    describe:
      "Mail server, such as smtps://user:password@mail.example.com:465; smtp:// demands STARTTLS but on this machine. Without it no mail is sent",
    isSecret: true,
    parse: parseSmtpUrl,
  } satisfies Setting<SmtpServer | undefined>,
  mailFrom: {
    env: "FIRSTHAND_MAIL_FROM",
    fallback: "none",
    describe: "Who mails are from, such as Acme <hello@example.com>; needed with FIRSTHAND_SMTP_URL",
    parse: parseMailFrom,
  } satisfies Setting<MailFrom | undefined>,
  sendsReminders: {
    env: "FIRSTHAND_REMINDERS",
    fallback: "off",
    describe: "on reminds clients by mail who have not started or not submitted, or were asked back",
    parse: (text) => parseOneOf(text ?? "off", ["on", "off"]) === "on",
  } satisfies Setting<boolean>,
  quietHours: {
    env: "FIRSTHAND_QUIET_HOURS",
    fallback: "20-8",
    describe:
      "Hours of the day when clients are sent no reminders, and their time zone where it is not the server’s: 20-8 Europe/Lisbon. At weekends they are sent none",
    parse: parseQuietHours,
  } satisfies Setting<QuietHours>,
  openIdIssuer: {
    env: "FIRSTHAND_OIDC_ISSUER",
    fallback: "none",
    describe:
      "Issuer by which account managers sign in (OpenID Connect), such as https://id.example.com. Register there the redirect address /v1/manage/auth/openid/callback below FIRSTHAND_PUBLIC_URL",
    parse: parseIssuer,
  } satisfies Setting<string | undefined>,
  openIdClientId: {
    env: "FIRSTHAND_OIDC_CLIENT_ID",
    fallback: "none",
    describe: "The id under which this server is registered there",
    parse: parseCredential,
  } satisfies Setting<string | undefined>,
  openIdClientSecret: {
    env: "FIRSTHAND_OIDC_CLIENT_SECRET",
    fallback: "none",
    describe: "The secret that belongs to it; never printed",
    isSecret: true,
    parse: parseCredential,
  } satisfies Setting<string | undefined>,
  openIdName: {
    env: "FIRSTHAND_OIDC_NAME",
    fallback: "single sign-on",
    describe: "What the console’s button says after “Sign in with”",
    parse: parseButtonName,
  } satisfies Setting<string>,
  isOpenIdOnly: {
    env: "FIRSTHAND_OIDC_ONLY",
    fallback: "0",
    describe: "1 takes no password in the console; a one-time link still lets in, should the issuer be down",
    parse: parseFlag,
  } satisfies Setting<boolean>,
  secondFactorDuty: {
    env: "FIRSTHAND_REQUIRE_SECOND_FACTOR",
    fallback: "none",
    describe: `Who must have a second factor where they sign in to the console by password: ${secondFactorDuties.join(", ")}`,
    parse: (text) => parseOneOf(text ?? "none", secondFactorDuties),
  } satisfies Setting<SecondFactorDuty>,
  logLevel: {
    env: "FIRSTHAND_LOG_LEVEL",
    fallback: "info",
    describe: `How much is logged: ${LOG_LEVELS.join(", ")}`,
    parse: (text) => parseOneOf(text ?? "info", LOG_LEVELS),
  } satisfies Setting<(typeof LOG_LEVELS)[number]>,
  metricsPort: {
    env: "FIRSTHAND_METRICS_PORT",
    fallback: "none",
    describe:
      "Port of its own for GET /metrics, for Prometheus; 0 takes a free one. Without it and without a token there are none",
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
      "Token that GET /metrics asks for (Authorization: Bearer); without FIRSTHAND_METRICS_PORT it is served on PORT. Never printed",
    isSecret: true,
    parse: parseOperatorToken,
  } satisfies Setting<string | undefined>,
  drainSeconds: {
    env: "FIRSTHAND_DRAIN_SECONDS",
    fallback: "0",
    describe:
      "So many seconds after SIGTERM the server still takes new connections, while /readyz says that it stops, until a load balancer has noticed",
    parse: (text) => parseWhole(text ?? "0", 0, DRAIN_MAX_SECONDS),
  } satisfies Setting<number>,
  isProduction: {
    env: "NODE_ENV",
    fallback: "unset",
    describe: "production makes no sample client and no sample administrator in a new database",
    parse: parseNodeEnv,
  } satisfies Setting<boolean>,
};

/** What each was read as. */
export type Parsed = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["parse"]> };
