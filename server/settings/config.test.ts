import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { settings } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";

test("without any setting, the server listens on this machine only, on port 8080", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    publicUrl: "http://127.0.0.1:8080",
    providerName: "Firsthand",
    trustedProxies: [],
    sessionRequestsPerMinute: 600,
    dictation: "browser",
    ffmpeg: "ffmpeg",
    transcriber: "none",
    transcriberUrl: "https://api.openai.com/v1",
    transcriberModel: "whisper-1",
    transcriberLanguage: "auto",
    transcriptionsAtOnce: 1,
    transcriptionTimeoutSeconds: 300,
    logLevel: "info",
    isProduction: false,
  });
});

test("an empty variable counts as not set", () => {
  const empty = Object.fromEntries(Object.values(settings).map(({ env }) => [env, ""]));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("the database and its secrets are in the data folder, unless the secrets are named", () => {
  expect(readConfig({ FIRSTHAND_DATA: "/srv/a" })).toMatchObject({
    databaseFile: "/srv/a/firsthand.db",
    secretsFile: "/srv/a/secrets.json",
  });
  expect(readConfig({ FIRSTHAND_SECRETS: "/etc/keys.json" }).secretsFile).toBe("/etc/keys.json");
});

describe("a valid value is read:", () => {
  test.each<[string, string, object]>([
    ["PORT", "0", { port: 0 }],
    ["PORT", "65535", { port: 65_535 }],
    ["HOST", "::1", { publicUrl: "http://[::1]:8080" }],
    ["FIRSTHAND_PUBLIC_URL", "https://a.example/", { publicUrl: "https://a.example" }],
    [
      "FIRSTHAND_TRUST_PROXY",
      "10.0.0.0/8, ::1 ,fd00::/64",
      { trustedProxies: ["10.0.0.0/8", "::1", "fd00::/64"] },
    ],
    ["FIRSTHAND_ENCRYPTION", "on", { encryption: "on" }],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", "0", { webhookNetworks: "public" }],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", " , ", { webhookNetworks: "public" }],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", "1", { webhookNetworks: "all" }],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", "10.1.0.0/16, ::1", { webhookNetworks: ["10.1.0.0/16", "::1"] }],
    ["FIRSTHAND_RATE_SESSION", "0", { sessionRequestsPerMinute: 0 }],
    ["FIRSTHAND_PROVIDER_NAME", "  Ána & Co ", { providerName: "Ána & Co" }],
    ["FIRSTHAND_DICTATION", "on-device", { dictation: "on-device" }],
    ["FIRSTHAND_FFMPEG", "/opt/ffmpeg", { ffmpeg: "/opt/ffmpeg" }],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", '["a b","--in={wav}"]', { transcriberCommand: ["a b", "--in={wav}"] }],
    ["FIRSTHAND_TRANSCRIBER_URL", "http://whisper:8000/v1/", { transcriberUrl: "http://whisper:8000/v1" }],
    ["FIRSTHAND_TRANSCRIBER_LANGUAGE", "de", { transcriberLanguage: "de" }],
    ["FIRSTHAND_TRANSCRIBER_AT_ONCE", "4", { transcriptionsAtOnce: 4 }],
    ["FIRSTHAND_TRANSCRIBER_TIMEOUT", "7200", { transcriptionTimeoutSeconds: 7_200 }],
    ["FIRSTHAND_LOG_LEVEL", "silent", { logLevel: "silent" }],
    ["FIRSTHAND_MAIL_FROM", "Acme <a@b.example>", { mailFrom: { name: "Acme", email: "a@b.example" } }],
    ["FIRSTHAND_REMINDERS", "off", { sendsReminders: false }],
    ["FIRSTHAND_REQUIRE_SECOND_FACTOR", "administrators", { secondFactorDuty: "administrators" }],
    ["FIRSTHAND_QUIET_HOURS", "21-7 UTC", { quietHours: { from: 21, to: 7, timeZone: "UTC" } }],
    ["FIRSTHAND_DRAIN_SECONDS", "15", { drainSeconds: 15 }],
    ["NODE_ENV", "production", { isProduction: true }],
    ["NODE_ENV", "staging", { isProduction: false }],
  ])("%s=%s", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });
});

describe("a wrong value is reported with what is expected:", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "8080.5"],
    ["PORT", "0x50"],
    ["PORT", " 80"],
    ["HOST", "localhost:8080"],
    ["HOST", "http://localhost"],
    ["HOST", "[::1]"],
    ["FIRSTHAND_ENCRYPTION", "off"],
    ["FIRSTHAND_ENCRYPTION", "ON"],
    ["FIRSTHAND_METRICS_PORT", "metrics"],
    ["FIRSTHAND_METRICS_HOST", "here now"],
    ["FIRSTHAND_METRICS_TOKEN", "short"],
    ["FIRSTHAND_DRAIN_SECONDS", "5s"],
    ["FIRSTHAND_DRAIN_SECONDS", "301"],
    ["FIRSTHAND_RATE_SESSION", "many"],
    ["FIRSTHAND_PUBLIC_URL", "ftp://a.example"],
    ["FIRSTHAND_PUBLIC_URL", "https://a.example/path?x"],
    ["FIRSTHAND_PUBLIC_URL", "javascript:alert(1)"],
    ["FIRSTHAND_TRUST_PROXY", "10.0.0.0/33"],
    ["FIRSTHAND_TRUST_PROXY", "10.0.0.0/"],
    ["FIRSTHAND_TRUST_PROXY", "1"],
    ["FIRSTHAND_TRUST_PROXY", "true"],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", "yes"],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", "2"],
    ["FIRSTHAND_WEBHOOKS_PRIVATE", "10.0.0.0/8 10.0.0.1"],
    ["FIRSTHAND_INSECURE_HTTP", "true"],
    ["FIRSTHAND_DICTATION", "device"],
    ["FIRSTHAND_LOG_LEVEL", "INFO"],
    ["FIRSTHAND_PROVIDER_NAME", "a\nb"],
    ["DATABASE_URL", "postgres://x"],
    ["DATABASE_URL", "mysql://host/firsthand"],
    ["FIRSTHAND_TRANSCRIBER", "whisper"],
    ["FIRSTHAND_TRANSCRIBER", "command"],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", "whisper {wav}"],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", '"{wav}"'],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", "[]"],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", '["whisper"]'],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", '["{wav}"]'],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", '["whisper",7,"{wav}"]'],
    ["FIRSTHAND_TRANSCRIBER_URL", "whisper:8000"],
    ["FIRSTHAND_TRANSCRIBER_URL", "file:///etc/passwd"],
    ["FIRSTHAND_TRANSCRIBER_URL", "https://a.example/v1?key=x"],
    ["FIRSTHAND_TRANSCRIBER_URL", "https://me:secret@a.example/v1"],
    ["FIRSTHAND_TRANSCRIBER_KEY", "two words"],
    ["FIRSTHAND_TRANSCRIBER_LANGUAGE", "English"],
    ["FIRSTHAND_TRANSCRIBER_AT_ONCE", "0"],
    ["FIRSTHAND_TRANSCRIBER_TIMEOUT", "0"],
    ["FIRSTHAND_SMTP_URL", "https://mail.example.com"],
    ["FIRSTHAND_MAIL_FROM", "Acme"],
    ["FIRSTHAND_REMINDERS", "1"],
    ["FIRSTHAND_REQUIRE_SECOND_FACTOR", "all"],
    ["FIRSTHAND_QUIET_HOURS", "20-8 Nowhere"],
    ["FIRSTHAND_S3_ENDPOINT", "s3.example.com"],
    ["FIRSTHAND_S3_ENDPOINT", "file:///etc/passwd"],
    ["FIRSTHAND_S3_ENDPOINT", "https://s3.example.com/recordings"],
    ["FIRSTHAND_S3_ENDPOINT", "https://s3.example.com?x"],
    ["FIRSTHAND_S3_BUCKET", "../other"],
    ["FIRSTHAND_S3_BUCKET", "Recordings"],
    ["FIRSTHAND_S3_BUCKET", "a..b"],
    ["FIRSTHAND_S3_BUCKET", "ab"],
    ["FIRSTHAND_S3_BUCKET", "recordings?list-type=2"],
    ["FIRSTHAND_S3_REGION", "eu central"],
    ["FIRSTHAND_S3_REGION", "eu/s3/aws4_request"],
    ["FIRSTHAND_S3_KEY_ID", "two words"],
    ["FIRSTHAND_S3_SECRET", "line\nend"],
    ["FIRSTHAND_S3_ADDRESSING", "virtual"],
  ])("%s=%j", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}\\w*: `));
  });

  test.each([
    ["FIRSTHAND_PORT", "PORT"],
    ["FIRSTHAND_HOST", "HOST"],
    ["FIRSTHAND_DATABASE_URL", "DATABASE_URL"],
  ])("%s, whose right name is %s", (name, meant) => {
    const message = `${name}: unknown setting. Did you mean ${meant}?`;
    expect(() => readConfig({ [name]: "8080" })).toThrow(message);
  });

  test.each(["FIRSTHAND_DTAA", "firsthand_data", "FIRSTHAND_XYZZY"])(
    "%s, which is not the name of a setting",
    (name) => {
      const message = `${name}: unknown setting.\nSee "firsthand help config" for every setting.`;
      expect(() => readConfig({ [name]: "1" })).toThrow(message);
    },
  );

  test.each(["prod", "Production", "producton", "production "])("NODE_ENV=%j", (value) => {
    expect(() => readConfig({ NODE_ENV: value })).toThrow(`NODE_ENV: expected production, not "${value}".`);
  });

  test.each([
    ["HOST", '"0.0.0.0"'],
    ["FIRSTHAND_PROVIDER_NAME", "'Acme'"],
    ["PORT", '"80"'],
  ])("%s=%s, with its quotation marks", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: the quotation marks are part`);
  });
});

test("quotation marks within a value are its own", () => {
  expect(readConfig({ FIRSTHAND_PROVIDER_NAME: '"Old" and "New"' }).providerName).toBe('"Old" and "New"');
});

test("all problems are reported at once, each on its own line, however unrelated", () => {
  const env = {
    FIRSTHAND_DTAA: "/x",
    PORT: "http",
    HOST: "0.0.0.0",
    FIRSTHAND_TRANSCRIBER: "command",
    FIRSTHAND_SMTP_URL: "smtps://mail.example.com",
    FIRSTHAND_OIDC_ISSUER: "https://id.example.com",
    FIRSTHAND_METRICS_HOST: "10.0.0.1",
    FIRSTHAND_METRICS_PORT: "9464",
    FIRSTHAND_LOG_LEVEL: "loud",
  };
  const lines = String(messageOf(env)).split("\n");
  expect(lines.map((line) => line.split(":")[0])).toEqual([
    "FIRSTHAND_DTAA",
    "PORT",
    "FIRSTHAND_LOG_LEVEL",
    "HOST",
    "FIRSTHAND_TRANSCRIBER_COMMAND",
    "FIRSTHAND_MAIL_FROM",
    'See "firsthand help config" for every setting.',
  ]);
  // the other checks need PORT, which could not be read
  expect(String(messageOf({ ...env, PORT: "80" }))).toMatch(
    /FIRSTHAND_OIDC_CLIENT_ID: .*FIRSTHAND_METRICS_HOST: /s,
  );
});

function messageOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    readConfig(env);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("variables that Kubernetes sets for Services with our name are not settings:", () => {
  test.each([
    ["FIRSTHAND_SERVICE_HOST", "10.3.0.7"],
    ["FIRSTHAND_SERVICE_PORT", "80"],
    ["FIRSTHAND_SERVICE_PORT_HTTP", "80"],
    ["FIRSTHAND_PORT", "tcp://10.3.0.7:80"],
    ["FIRSTHAND_PORT_80_TCP", "tcp://10.3.0.7:80"],
    ["FIRSTHAND_PORT_80_TCP_ADDR", "10.3.0.7"],
    ["FIRSTHAND_WEB_SERVICE_PORT", "80"],
    ["FIRSTHAND_METRICS_PORT", "tcp://10.3.0.8:9464"],
  ])("%s=%s", (name, value) => {
    expect(readConfig({ [name]: value })).toEqual(readConfig({}));
  });
});

describe("metrics", () => {
  const FIRSTHAND_METRICS_TOKEN = "0123456789abcdef";

  test("are off, and on by a port or a token", () => {
    expect(readConfig({})).toMatchObject({ metricsPort: undefined, metricsToken: undefined });
    expect(readConfig({ FIRSTHAND_METRICS_PORT: "9464" })).toMatchObject({
      metricsPort: 9464,
      metricsHost: "127.0.0.1",
    });
    expect(readConfig({ FIRSTHAND_METRICS_TOKEN })).toMatchObject({ metricsToken: FIRSTHAND_METRICS_TOKEN });
  });

  test.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      "are not open to other machines without a token",
      { FIRSTHAND_METRICS_PORT: "9464", FIRSTHAND_METRICS_HOST: "0.0.0.0" },
      /^FIRSTHAND_METRICS_HOST: 0\.0\.0\.0 can be reached .* Set FIRSTHAND_METRICS_TOKEN/,
    ],
    [
      "are not on the port that is another's",
      { FIRSTHAND_METRICS_PORT: "8080" },
      /^FIRSTHAND_METRICS_PORT: 8080 is already used as PORT/,
    ],
    [
      "have no address without a port",
      { FIRSTHAND_METRICS_HOST: "::1" },
      /^FIRSTHAND_METRICS_HOST: set FIRSTHAND_METRICS_PORT too/,
    ],
  ])("%s", (_, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test.each(["short", "a token with spaces in it", "ein Schlüssel-ohne-Ende"])(
    "require a token that is hard to guess and that a header can hold: %s",
    (token) => {
      const message = String(messageOf({ FIRSTHAND_METRICS_TOKEN: token }));
      expect(message).toMatch(/^FIRSTHAND_METRICS_TOKEN: expected at least 16/);
      expect(message).not.toContain(token);
    },
  );

  test("have a token that is never shown", () => {
    const shown = shownSettings({ FIRSTHAND_METRICS_TOKEN });
    expect(shown).toContainEqual({ name: "FIRSTHAND_METRICS_TOKEN", value: "set", from: "environment" });
    expect(JSON.stringify(shown)).not.toContain(FIRSTHAND_METRICS_TOKEN);
  });
});

describe("a transcriber whose settings cannot work is reported with what is missing:", () => {
  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [
      { FIRSTHAND_TRANSCRIBER: "command" },
      /^FIRSTHAND_TRANSCRIBER_COMMAND: FIRSTHAND_TRANSCRIBER=command needs it\. Expected a list/,
    ],
    [
      { FIRSTHAND_TRANSCRIBER: "openai" },
      /^FIRSTHAND_TRANSCRIBER_KEY: https:\/\/api\.openai\.com\/v1 needs a key\. .*FIRSTHAND_TRANSCRIBER_URL/,
    ],
  ])("%j", (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test("a self-hosted engine needs no key", () => {
    const env = { FIRSTHAND_TRANSCRIBER: "openai", FIRSTHAND_TRANSCRIBER_URL: "http://127.0.0.1:9000/v1" };
    expect(readConfig(env)).toMatchObject({ transcriber: "openai", transcriberKey: undefined });
  });
});

describe("object storage", () => {
  const bucket = {
    FIRSTHAND_S3_ENDPOINT: "https://s3.eu-central-1.amazonaws.com/",
    FIRSTHAND_S3_BUCKET: "acme-recordings",
    FIRSTHAND_S3_KEY_ID: "AKIAEXAMPLE",
    FIRSTHAND_S3_SECRET: "sk-secret/+=",
  };

  test("is four settings, of which the secret is never shown", () => {
    const config = readConfig(bucket);
    expect(config).toMatchObject({
      s3Endpoint: "https://s3.eu-central-1.amazonaws.com",
      s3Region: "us-east-1",
      s3Addressing: "path",
    });
    const shown = shownSettings(bucket);
    expect(shown).toContainEqual({ name: "FIRSTHAND_S3_SECRET", value: "set", from: "environment" });
    expect(JSON.stringify(shown)).not.toContain("sk-secret");
    expect(readConfig({ FIRSTHAND_S3_REGION: "eu-central-1" }).s3Endpoint).toBeUndefined();
  });

  test("reports all missing settings at once", () => {
    const { FIRSTHAND_S3_BUCKET } = bucket;
    expect(() => readConfig({ FIRSTHAND_S3_BUCKET })).toThrow(
      /^FIRSTHAND_S3_ENDPOINT: .*\nFIRSTHAND_S3_KEY_ID: .*\nFIRSTHAND_S3_SECRET: missing/,
    );
  });

  test.each<[string, NodeJS.ProcessEnv]>([
    ["an address without names", { FIRSTHAND_S3_ENDPOINT: "http://10.0.0.1:9000" }],
    ["an address of IPv6", { FIRSTHAND_S3_ENDPOINT: "http://[::1]:9000" }],
    ["this machine", { FIRSTHAND_S3_ENDPOINT: "http://localhost:9000" }],
    ["dots where there is TLS", { FIRSTHAND_S3_BUCKET: "acme.recordings" }],
  ])("does not put the bucket in the host's name with %s", (_what, other) => {
    expect(() => readConfig({ ...bucket, ...other, FIRSTHAND_S3_ADDRESSING: "host" })).toThrow(
      /^FIRSTHAND_S3_ADDRESSING: .*Use path/,
    );
    expect(readConfig({ ...bucket, ...other }).s3Addressing).toBe("path");
  });
});

describe("mail whose settings cannot work is reported with what is missing:", () => {
  const FIRSTHAND_SMTP_URL = "smtps://me:sk-secret@mail.example.com";
  const FIRSTHAND_MAIL_FROM = "hello@example.com";
  test.each<[string, NodeJS.ProcessEnv, RegExp]>([
    [
      "nobody whom it is from",
      { FIRSTHAND_SMTP_URL },
      /^FIRSTHAND_MAIL_FROM: missing, but FIRSTHAND_SMTP_URL is set/,
    ],
  ])("%s", (_what, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test("a sender and reminders can be set before the console's mail server", () => {
    const config = readConfig({ FIRSTHAND_REMINDERS: "on", FIRSTHAND_MAIL_FROM });
    expect(config).toMatchObject({ sendsReminders: true, smtp: undefined });
  });

  test("with both there are reminders, and the password is not shown", () => {
    const env = { FIRSTHAND_SMTP_URL, FIRSTHAND_MAIL_FROM, FIRSTHAND_REMINDERS: "on" };
    const config = readConfig(env);
    expect(config).toMatchObject({ sendsReminders: true, smtp: { user: "me", password: "sk-secret" } });
    const shown = shownSettings(env);
    expect(shown).toContainEqual({ name: "FIRSTHAND_SMTP_URL", value: "set", from: "environment" });
    expect(JSON.stringify(shown)).not.toContain("sk-secret");
  });
});

test("a key is never shown, and no message quotes it", () => {
  const name = "FIRSTHAND_TRANSCRIBER_KEY";
  const shown = shownSettings({ [name]: "sk-secret" });
  expect(shown).toContainEqual({ name, value: "set", from: "environment" });
  expect(JSON.stringify(shown)).not.toContain("sk-secret");
  expect(shownSettings({})).toContainEqual({ name, value: "unset", from: "default" });
  for (const [name, value] of [
    ["FIRSTHAND_TRANSCRIBER_KEY", "sk-secret\n"],
    ["FIRSTHAND_TRANSCRIBER_URL", "https://me:sk-secret@a.example/v1"],
    ["FIRSTHAND_TRANSCRIBER_URL", "https://a.example/v1?key=sk-secret"],
    ["FIRSTHAND_TRANSCRIBER_COMMAND", "curl -H sk-secret"],
    ["FIRSTHAND_SMTP_URL", "smtps://me:sk-secret%@mail.example.com"],
    ["FIRSTHAND_S3_SECRET", "sk-secret\n"],
    ["FIRSTHAND_S3_ENDPOINT", "https://me:sk-secret@s3.example.com"],
  ] as const) {
    expect(() => readConfig({ [name]: value })).toThrow(/^(?!.*sk-secret)/s);
  }
});

describe("the server listens beyond this machine only", () => {
  test.each([["0.0.0.0"], ["::"], ["192.168.1.2"], ["example.com"]])(
    "where its protection is configured: %s",
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow(
        /^HOST: .*FIRSTHAND_TRUST_PROXY, or set FIRSTHAND_INSECURE_HTTP=1/,
      );
      expect(readConfig({ HOST, FIRSTHAND_TRUST_PROXY: "10.0.0.1" }).host).toBe(HOST);
      expect(readConfig({ HOST, FIRSTHAND_INSECURE_HTTP: "1" }).host).toBe(HOST);
    },
  );
});
