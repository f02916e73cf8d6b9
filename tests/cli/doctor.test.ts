import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Check } from "#contract/manage/checks.ts";
import { openSecrets } from "../../server/access-keys/secrets.ts";
import { makeBackup } from "../../server/backups/make-backup.ts";
import { checkDataFolder } from "../../server/doctor/check-data-folder.ts";
import { diagnose } from "../../server/doctor/diagnose.ts";
import { readConfig } from "../../server/settings/config.ts";
import { keepContent } from "../support/data/database-content.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { type LoadBalancer, startHaproxy } from "../support/peers/load-balancer.ts";
import { mailServer, PASSWORD, USER } from "../support/peers/mail-server.ts";
import { objectStore } from "../support/peers/object-store.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { commandLine } from "../support/service/command-line.ts";
import { fixedPort } from "../support/service/fixed-port.ts";
import { PROGRAM, PROGRAM_ENV, WITHOUT_RECORDING } from "../support/service/program.ts";

/** Each check of the doctor, once with a good result and once with a failure. */

type Env = { [name: string]: string };

const CERTIFICATES = join(import.meta.dirname, "../certificates");
const CERTIFICATE = join(CERTIFICATES, "mail.pem");
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Skips the slow checks: neither ffmpeg nor Chromium is started. */
const QUICK = { ...WITHOUT_RECORDING, FIRSTHAND_CHROMIUM: "none", NODE_ENV: "production" };

let cli: ReturnType<typeof commandLine>;
beforeEach(async () => {
  cli = commandLine();
  await cli.make();
});
afterEach(() => cli.remove());

type Looking = { clock?: () => number; sendTo?: string };

/** Runs the checks in this process, so that a test can pass its own clock. */
function look(more: Env = {}, { clock = Date.now, sendTo }: Looking = {}): Promise<Check[]> {
  const { PATH = "" } = process.env;
  return diagnose({ env: { PATH, FIRSTHAND_DATA: cli.data, ...QUICK, ...more }, clock, sendTo });
}

async function found(name: string, more?: Env, looking?: Looking): Promise<Check | undefined> {
  return (await look(more, looking)).find((check) => check.name === name);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function byHand(statement: string): void {
  const database = new DatabaseSync(join(cli.data, "firsthand.db"));
  database.exec(statement);
  database.close();
}

describe("the command", () => {
  test("has a line for each check and succeeds when none failed", async () => {
    const { status, stdout, stderr } = await cli.firsthand(["doctor"], QUICK);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^CHECK +STATE +FOUND\n/);
    expect(stdout).toMatch(/^version +ok +Firsthand \d+\.\d+\.\d+ .*on Node\.js \d+/m);
    expect(stdout).toMatch(/^settings +ok +Correct, for production\.$/m);
    expect(stdout).toMatch(/^data folder +ok +\/.*, [\d,]+ MB free\.$/m);
    expect(stdout).toMatch(/^database +ok +\/.*firsthand\.db, schema \d+, up to date\.$/m);
    expect(stdout).toMatch(/^secrets +ok +\/.*secrets\.json fits this database\.$/m);
    expect(stdout).toMatch(/^public address +warning +Links lead to http:\/\/127\.0\.0\.1:8080/m);
    expect(stdout).toMatch(/^queues +ok +Nothing is waiting\.$/m);
    expect(stdout).toMatch(/^audit log +ok +\d+ events, unbroken\.$/m);
    for (const name of [
      "mail",
      "webhooks",
      "backups",
      "copies of backups",
      "ffmpeg",
      "transcriber",
      "Chromium",
    ])
      expect(stdout).toMatch(new RegExp(`^${name} +not set up +`, "m"));
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s also ends the programs it is testing", async (signal) => {
    const [program, noted] = [join(cli.folder, "chromium"), join(cli.folder, "pid")];
    writeFileSync(program, `#!/bin/sh\necho $$ > ${noted}\nexec sleep 600\n`, { mode: 0o755 });
    const env = { ...PROGRAM_ENV, ...QUICK, FIRSTHAND_DATA: cli.data, FIRSTHAND_CHROMIUM: program };
    const doctor = spawn(process.execPath, [PROGRAM, "doctor"], { env });
    const pid = () => (existsSync(noted) ? Number(readFileSync(noted, "utf8")) : 0);
    await expect.poll(pid, { timeout: 20_000 }).toBeGreaterThan(0);
    doctor.kill(signal);
    await once(doctor, "exit");
    await expect.poll(() => isThere(pid()), { timeout: 20_000 }).toBe(false);
  });

  test("changes nothing", async () => {
    await cli.addClient("Rosa");
    const content = keepContent(join(cli.data, "firsthand.db"));
    const files = readdirSync(cli.data).sort();
    await look();
    expect([content.changes(), readdirSync(cli.data).sort()]).toEqual([new Map(), files]);
    content.close();
  });

  test("gives the same results to programs, and ends with 1 when a check failed", async () => {
    const env = { ...QUICK, FIRSTHAND_DATA: join(cli.folder, "elsewhere") };
    const { status, stdout, stderr } = await cli.firsthand(["doctor", "--json"], env);
    expect([status, stderr]).toEqual([1, "1 check failed.\n"]);
    const { isWell, checks } = JSON.parse(stdout) as { isWell: boolean; checks: Check[] };
    expect(isWell).toBe(false);
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ["version", "ok"],
      ["settings", "ok"],
      ["data folder", "failed"],
    ]);
  });

  test("names every wrong setting", async () => {
    const { status, stdout } = await cli.firsthand(["doctor"], {
      PORT: "http",
      FIRSTHAND_RATE_SESSION: "-1",
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^settings +FAILED +PORT: .*FIRSTHAND_RATE_SESSION: .*help config/m);
  });

  test("accepts only an address to send to", async () => {
    for (const args of [["--send", "nonsense"], ["--send"], ["everything"]]) {
      const { status, stderr } = await cli.firsthand(["doctor", ...args]);
      expect([args, status]).toEqual([args, 2]);
      expect(stderr).toContain("(add --help to see how to use it)");
    }
  });
});

test("development settings are a warning", async () => {
  expect(await found("settings", { NODE_ENV: "" })).toMatchObject({ state: "warning" });
});

describe("the data folder", () => {
  test("gives a warning when others can open it", async () => {
    chmodSync(cli.data, 0o755);
    expect(await found("data folder")).toMatchObject({
      state: "warning",
      advice: expect.stringContaining("chmod 700"),
    });
  });

  testUnless(process.getuid?.() === 0 ? undefined : "only root can give files away")(
    "fails with a file of another user",
    { timeout: 10_000 },
    async () => {
      const file = join(cli.data, "erased");
      writeFileSync(file, "");
      chownSync(file, 65_534, 65_534);
      expect(await found("data folder")).toMatchObject({
        state: "failed",
        found: expect.stringContaining(file),
      });
    },
  );

  const on = (disk: { type?: number; bavail?: number }, holdsDatabase = true) =>
    checkDataFolder({
      folder: cli.data,
      holdsDatabase,
      diskOf: () => ({ type: 0xef53, bsize: 1_000, bavail: 5_000_000, ...disk }),
    });

  test("fails on a network share, unless the database is elsewhere", () => {
    expect(on({ type: 0x6969 })).toMatchObject({ state: "failed", found: expect.stringContaining("NFS") });
    // the same type as a signed 32-bit number
    expect(on({ type: 0xff534d42 | 0 })).toMatchObject({
      state: "failed",
      found: expect.stringContaining("CIFS"),
    });
    expect(on({ type: 0x6969 }, false)).toMatchObject({ state: "ok" });
  });

  test("gives a warning on a nearly full disk, and then fails", () => {
    expect(on({ bavail: 900_000 })).toMatchObject({ state: "warning" });
    expect(on({ bavail: 90_000 })).toMatchObject({
      state: "failed",
      found: expect.stringContaining("90 MB"),
    });
  });
});

describe("the database", () => {
  test("fails with the secrets of another installation, and is not checked further", async () => {
    const secrets = join(cli.folder, "other.json");
    openSecrets(secrets, { name: "another", isNew: true });
    await cli.addClient("Rosa");
    const checks = await look({ FIRSTHAND_SECRETS: secrets });
    expect(checks.find(({ name }) => name === "database")).toMatchObject({
      state: "failed",
      found: expect.stringContaining("is not the secrets file of"),
    });
    expect(checks.map(({ name }) => name)).not.toContain("audit log");
  });

  test("fails when it is from an earlier release, and is left unchanged", async () => {
    const fixture = join(import.meta.dirname, "../fixtures/0.1.0");
    const data = join(cli.folder, "earlier");
    mkdirSync(data, { mode: 0o700 });
    for (const file of ["firsthand.db", "secrets.json"]) copyFileSync(join(fixture, file), join(data, file));
    const before = readFileSync(join(data, "firsthand.db"));
    expect(await found("database", { FIRSTHAND_DATA: data })).toMatchObject({
      state: "failed",
      found: expect.stringContaining("Start the server of this version"),
    });
    expect(readFileSync(join(data, "firsthand.db"))).toEqual(before);
  });

  test("gives a warning when others can read the secrets", async () => {
    chmodSync(join(cli.data, "secrets.json"), 0o644);
    expect(await found("secrets")).toMatchObject({ state: "warning" });
  });

  test("fails with an audit log that was changed by hand", async () => {
    await cli.addClient("Rosa");
    byHand("delete from events where seq = 1");
    expect(await found("audit log")).toMatchObject({
      state: "failed",
      found: expect.stringContaining("missing"),
    });
  });

  test("gives a warning when work has waited for long", async () => {
    const at = Date.now();
    byHand(`insert into jobs (job_id, kind, dedupe_key, payload, attempts, next_at, created_at)
      values ('j1', 'send-mail', 'm1', '{}', 0, ${at}, ${at})`);
    expect(await found("queues")).toMatchObject({ state: "ok", found: "Planned or under way: 1 email." });
    expect(await found("queues", {}, { clock: () => at + 2 * HOUR_MS })).toMatchObject({
      state: "warning",
      found: "Work is waiting: 1 email (for 2 hours).",
    });
  });
});

describe("a database on another machine", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.run("create database firsthand");
  }, 60_000);
  afterAll(() => postgres.remove());

  test("has its clock compared, and fails when it cannot be reached", async () => {
    const env = {
      DATABASE_URL: postgres.url("firsthand"),
      FIRSTHAND_SECRETS: join(cli.folder, "secrets.json"),
    };
    await (await cli.open(env)).storage.close();
    expect(await found("database clock", env)).toMatchObject({ state: "ok" });
    expect(await found("database clock", env, { clock: () => Date.now() + 60_000 })).toEqual({
      name: "database clock",
      state: "warning",
      found: expect.stringMatching(/^The database and this machine are (59|60) seconds apart\.$/),
      advice: "Turn on time synchronization on both.",
    });
    await postgres.stop("fast");
    expect(await found("database", env)).toMatchObject({ state: "failed" });
  }, 60_000);
});

describe("the public address", () => {
  const before = getCACertificates("default");
  const proxies: LoadBalancer[] = [];
  const servers: { stop(): Promise<unknown> }[] = [];
  afterEach(async () => {
    setDefaultCACertificates(before);
    for (const proxy of proxies.splice(0)) await proxy.close();
    for (const server of servers.splice(0)) await server.stop();
  });

  const trust = () => setDefaultCACertificates([...before, readFileSync(CERTIFICATE, "utf8")]);

  type Served = { of?: typeof cli; env?: Env; headers: string[] };

  /** Puts TLS in front of a server of this installation, or of another one that is named. */
  async function served({ of = cli, env = {}, headers }: Served): Promise<Env> {
    const port = await fixedPort(Number(env.PORT));
    const address = { FIRSTHAND_PUBLIC_URL: `https://localhost:${port}` };
    const server = await of.serve({ ...QUICK, ...address, ...env });
    servers.push(server);
    const pem = join(cli.folder, "localhost.pem");
    const parts = [CERTIFICATE, join(CERTIFICATES, "key.pem")].map((file) => readFileSync(file, "utf8"));
    writeFileSync(pem, parts.join("\n"));
    const proxy = await startHaproxy(
      port,
      `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend clients
  bind 127.0.0.1:${port} ssl crt ${pem}
${headers.map((header) => `  http-request set-header ${header}`).join("\n")}
  default_backend servers
backend servers
  server one ${new URL(server.url).host}
`,
    );
    proxies.push(proxy);
    return address;
  }

  const FORWARDED = ["X-Forwarded-For 203.0.113.7", "X-Forwarded-Proto https"];
  const TRUSTING = { FIRSTHAND_TRUST_PROXY: "127.0.0.1" };

  test("is ok when a trusted proxy leads to this installation", async () => {
    const env = await served({ env: TRUSTING, headers: FORWARDED });
    const { status, stdout } = await cli.firsthand(["doctor"], {
      ...QUICK,
      ...env,
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^public address +ok +https:\/\/localhost:\d+ reaches this installation\.$/m);
    expect(stdout).toMatch(/^clock +ok +/m);
    expect(stdout).toMatch(/^certificate +ok +[\d]+ days left\.$/m);
  });

  test("fails when the proxy is not trusted, which the server's log says once", async () => {
    trust();
    const env = await served({ headers: FORWARDED });
    const [first, again] = [await found("public address", env), await found("public address", env)];
    expect(first).toMatchObject({
      state: "failed",
      advice: expect.stringContaining("FIRSTHAND_TRUST_PROXY"),
    });
    expect(again).toEqual(first);
    const server = servers[0] as Awaited<ReturnType<typeof cli.serve>>;
    expect(server.output().match(/X-Forwarded-For is ignored/g)).toHaveLength(1);
  });

  test("fails when the proxy does not say what it forwards", async () => {
    trust();
    const env = await served({ env: TRUSTING, headers: [] });
    expect(await found("public address", env)).toMatchObject({
      state: "failed",
      found: expect.stringContaining("doesn't say which client asks"),
    });
  });

  test("fails when the server of another installation answers", async () => {
    trust();
    const other = commandLine();
    await other.make();
    const env = await served({ of: other, env: TRUSTING, headers: FORWARDED });
    expect(await found("public address", env)).toMatchObject({
      state: "failed",
      found: expect.stringContaining("is answered by another server (status 200)"),
    });
    other.remove();
  });

  test("fails when the proxy reaches no server, and waits for one that is just starting", async () => {
    trust();
    const env = { ...TRUSTING, PORT: String(await fixedPort()) };
    const address = await served({ env, headers: FORWARDED });
    await servers.pop()?.stop();
    expect(await found("public address", address)).toMatchObject({
      state: "failed",
      found: expect.stringContaining("doesn't reach the server (status 503)"),
    });
    const looking = found("public address", address);
    servers.push(await cli.serve({ ...QUICK, ...address, ...env }));
    expect(await looking).toMatchObject({ state: "ok" });
  });

  test("fails when nothing answers, and when the certificate is not trusted", async () => {
    const nothing = { FIRSTHAND_PUBLIC_URL: `https://localhost:${await fixedPort()}` };
    expect(await found("public address", nothing)).toMatchObject({
      state: "failed",
      found: expect.stringContaining("Nothing answers at that address."),
    });
    const env = await served({ env: TRUSTING, headers: FORWARDED });
    const checks = await look(env);
    expect(checks.find(({ name }) => name === "public address")).toMatchObject({ state: "failed" });
    expect(checks.find(({ name }) => name === "certificate")).toMatchObject({
      state: "failed",
      found: expect.stringContaining("isn't trusted"),
    });
  });

  test("has a certificate whose end gives a warning and then a failure, and its clock is compared", async () => {
    trust();
    const env = await served({ env: TRUSTING, headers: FORWARDED });
    const end = Date.parse("2126-10-28T21:10:22Z");
    const at = async (clock: () => number) =>
      (await look(env, { clock })).filter(({ state }) => state !== "ok");
    expect(await at(() => end - 8 * DAY_MS)).toContainEqual(
      expect.objectContaining({ name: "certificate", state: "warning", found: "8 days left." }),
    );
    expect(await at(() => end + 2 * DAY_MS)).toContainEqual(
      expect.objectContaining({
        name: "certificate",
        state: "failed",
        found: expect.stringContaining("expired"),
      }),
    );
    expect(await at(() => Date.now() + 60_000)).toContainEqual(
      expect.objectContaining({ name: "clock", state: "warning" }),
    );
  });
});

describe("backups", () => {
  const backups = () => join(cli.data, "backups");
  const makeOne = async (agoMs = 0) => {
    const config = readConfig({ FIRSTHAND_DATA: cli.data });
    return (await makeBackup(config, { folder: backups(), clock: () => Date.now() - agoMs })).file;
  };

  test("are not set up before the first night, and when they are off", async () => {
    expect(await found("backups")).toMatchObject({
      state: "not-set-up",
      found: expect.stringMatching(
        /backups has no backups yet\. The server makes one each night at 3 AM, in the provider's time zone\.$/,
      ),
    });
    const off = { FIRSTHAND_BACKUP_DIR: "off" };
    expect(await found("backups", off)).toMatchObject({
      state: "not-set-up",
      found: "FIRSTHAND_BACKUP_DIR is off.",
    });
  });

  test("are ok when the newest is valid and from last night; then a warning, then a failure", async () => {
    await cli.addClient("Rosa");
    await makeOne(HOUR_MS);
    expect(await found("backups")).toMatchObject({
      state: "ok",
      found: expect.stringMatching(/^1 backup in \S+\. The newest is sound, 1 hour old \([\d,]+ bytes\)\.$/),
    });
    const in2 = () => Date.now() + 2 * DAY_MS;
    const in8 = () => Date.now() + 8 * DAY_MS;
    expect(await found("backups", {}, { clock: in2 })).toMatchObject({
      state: "warning",
      advice: 'Run "firsthand backup now" to make one, or to see why that fails.',
    });
    expect(await found("backups", {}, { clock: in8 })).toMatchObject({ state: "failed" });
  });

  test("fail when the newest is damaged, lacks its data keys, or needs other secrets", async () => {
    await cli.addClient("Rosa");
    const file = await makeOne();
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, -100));
    expect(await found("backups")).toMatchObject({
      state: "failed",
      found: expect.stringContaining("is damaged"),
    });
    writeFileSync(file, whole);
    const keys = join(backups(), "firsthand.keys");
    const text = readFileSync(keys);
    writeFileSync(keys, text.subarray(0, 120));
    expect(await found("backups")).toMatchObject({
      state: "failed",
      found: expect.stringContaining("firsthand.keys"),
    });
    writeFileSync(keys, text);
    expect((await cli.firsthand(["secrets", "rotate-master"])).status).toBe(0);
    expect((await cli.firsthand(["secrets", "drop-master", "m1", "--yes"])).status).toBe(0);
    expect(await found("backups")).toMatchObject({
      state: "failed",
      found: expect.stringMatching(
        /^firsthand-\S+\.db needs master keys that \S+secrets\.json doesn't have\.$/,
      ),
    });
  });

  test("have copies in object storage; a missing copy is a warning, and a failed store says what to do", async () => {
    await cli.addClient("Rosa");
    const store = await objectStore();
    try {
      const copies = (clock = Date.now) => found("copies of backups", store.backupEnv, { clock });
      expect(await found("copies of backups")).toMatchObject({ state: "not-set-up" });
      expect(await copies()).toMatchObject({
        state: "warning",
        found: "There is no copy in object storage yet.",
      });
      expect((await cli.firsthand(["backup", "now"], store.backupEnv)).status).toBe(0);
      expect(await copies()).toMatchObject({
        state: "ok",
        found: expect.stringMatching(/^The newest copy in/),
      });
      const wrong = { ...store.backupEnv, FIRSTHAND_BACKUP_S3_BUCKET: "no-such" };
      expect(await found("copies of backups", wrong)).toMatchObject({
        state: "failed",
        found: expect.stringMatching(
          /Create the bucket "no-such" there, or correct FIRSTHAND_BACKUP_S3_BUCKET/,
        ),
      });
    } finally {
      await store.close();
    }
  });
});

describe("the mail server", () => {
  const settingsFor = (port: number, password = PASSWORD) => ({
    FIRSTHAND_SMTP_URL: `smtp://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    FIRSTHAND_MAIL_FROM: "Acme <hello@acme.invalid>",
  });

  test("gets a sign-in without a mail, and a mail when an address is given", async () => {
    const server = await mailServer();
    const env = settingsFor(server.port);
    expect(await found("mail", env)).toMatchObject({ state: "ok" });
    expect(server.taken).toEqual([]);
    await look(env, { sendTo: "ada@example.com" });
    expect(server.onlyMail()).toMatchObject({ to: ["ada@example.com"] });
    expect(server.problems).toEqual([]);
    await server.close();
  });

  test("fails when it refuses the password, and when it cannot be reached", async () => {
    const server = await mailServer();
    expect(await found("mail", settingsFor(server.port, "wrong"))).toMatchObject({
      state: "failed",
      found: "The mail server rejected our user name and password.",
    });
    await server.close();
    expect(await found("mail", settingsFor(server.port))).toMatchObject({
      state: "failed",
      found: "No mail server answers at that address.",
    });
  });
});

test("a webhook is ok, failing or off, and only the host of its address is shown", async () => {
  const { storage } = await cli.open();
  const webhook = {
    kinds: ["record.saved" as const],
    format: "standard" as const,
    answers: "none" as const,
    secret: "whsec_AAAA",
    madeBy: null,
    createdAt: 1,
  };
  for (const webhookId of ["well", "failing", "off"])
    await storage.webhooks.add(
      { ...webhook, webhookId, address: `https://${webhookId}.example/hooks/secret` },
      20,
      [],
    );
  await storage.close();
  const now = Date.now();
  byHand(`update webhooks set failing_since = ${now - 3 * HOUR_MS}, failed_at = ${now}, failed_tries = 5,
    failed_status = 500 where webhook_id = 'failing'`);
  byHand(`update webhooks set off_at = ${now - 3 * DAY_MS}, off_cause = 'failing' where webhook_id = 'off'`);
  const checks = (await look()).filter(({ name }) => name.startsWith("webhook"));
  expect(checks.map(({ name, state }) => [name, state]).sort()).toEqual([
    ["webhook failing.example", "failed"],
    ["webhook off.example", "warning"],
    ["webhook well.example", "ok"],
  ]);
  expect(checks.find(({ state }) => state === "failed")?.found).toBe(
    "Messages have failed for 3 hours. The answer was status 500.",
  );
  expect(JSON.stringify(checks)).not.toContain("secret");
});

describe("programs", () => {
  test("are ok when they work", async () => {
    const checks = await look({
      FIRSTHAND_FFMPEG: "ffmpeg",
      FIRSTHAND_CHROMIUM: "chromium",
      FIRSTHAND_TRANSCRIBER: "command",
      FIRSTHAND_TRANSCRIBER_COMMAND: '["wc", "-c", "{wav}"]',
    });
    const states = checks.map(({ name, state }) => [name, state]);
    for (const name of ["ffmpeg", "Chromium", "transcriber"]) expect(states).toContainEqual([name, "ok"]);
  }, 60_000);

  test("fail when they do not work", async () => {
    const checks = await look({
      FIRSTHAND_FFMPEG: "false",
      FIRSTHAND_CHROMIUM: "false",
      FIRSTHAND_TRANSCRIBER: "command",
      FIRSTHAND_TRANSCRIBER_COMMAND: '["false", "{wav}"]',
    });
    const states = checks.map(({ name, state }) => [name, state]);
    for (const name of ["ffmpeg", "Chromium", "transcriber"]) expect(states).toContainEqual([name, "failed"]);
  });
});

test("a plain http server of another program is not an installation", async () => {
  const server = createServer((_request, response) => response.end("hello"));
  await new Promise<void>((settle) => server.listen(0, "0.0.0.0", settle));
  const { port } = server.address() as AddressInfo;
  const env = { FIRSTHAND_PUBLIC_URL: `http://0.0.0.0:${port}`, FIRSTHAND_INSECURE_HTTP: "1" };
  expect(await found("public address", env)).toMatchObject({
    state: "failed",
    found: expect.stringContaining("is answered by another server (status 200)"),
  });
  server.close();
});
