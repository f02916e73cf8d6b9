import { lookup } from "node:dns";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { lockFolder } from "../../server/backups/backup-folder.ts";
import { newBackupName } from "../../server/backups/backup-name.ts";
import { copyOffSite, makeBackup } from "../../server/backups/make-backup.ts";
import { openOffSite } from "../../server/backups/off-site.ts";
import { readConfig } from "../../server/settings/config.ts";
import { readVersion } from "../../server/storage/backup/inspect-database.ts";
import { written } from "../support/data/written.ts";
import { mountProblem, smallDisk } from "../support/faults/small-disk.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { type ObjectStore, objectStore } from "../support/peers/object-store.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

/** The server's backups and their commands, with real files and a real object store. */

const FIXTURES = join(import.meta.dirname, "../fixtures");
const PATIENTLY = { timeout: 20_000 };

type Listed = { name: string; isInFolder: boolean; isOffSite: boolean };
type Made = {
  made: { file: string; clients: number } | null;
  copied: string[] | null;
  problem: string | null;
};

let store: ObjectStore;
beforeAll(async () => {
  store = await objectStore();
});
afterAll(() => store.close());

let cli: ReturnType<typeof commandLine>;
let rosa: AddedClient;
beforeEach(async () => {
  cli = commandLine();
  rosa = await cli.addClient("Rosa");
});
afterEach(async () => {
  cli.remove();
  store.failBy(undefined);
  for (const key of await store.keys()) await store.dropObject(key);
});

const backups = () => join(cli.data, "backups");
const inBackups = () =>
  readdirSync(backups())
    .filter((name) => name.endsWith(".db"))
    .sort();
/** What a command prints with `--json`, with these settings. */
async function facts<Facts>(args: string[], env = {}): Promise<Facts> {
  const { status, stdout, stderr } = await cli.firsthand([...args, "--json"], env);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as Facts;
}
const list = async (env = {}) => (await facts<{ backups: Listed[] }>(["backup", "list"], env)).backups;
async function expectRefused(args: string[], message: RegExp, env = {}) {
  const { status, stderr } = await cli.firsthand(args, env);
  expect(stderr).toMatch(message);
  expect(status).toBe(1);
}
/** Changes a byte in the text of a row, which SQLite itself does not notice. */
function withChangedByte(file: Buffer): Buffer<ArrayBuffer> {
  const changed = Buffer.from(file);
  const place = changed.lastIndexOf("Rosa");
  changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
  return changed;
}
/** Makes a backup like `backup now`, but faster, for a backup that has to exist before a test begins. */
async function makeOne(env: { [name: string]: string } = {}): Promise<string> {
  const config = readConfig({ FIRSTHAND_DATA: cli.data, ...env });
  const { backupFolder: folder = "" } = config;
  const { file, installationId } = await makeBackup(config, { folder, clock: Date.now });
  const offSite = openOffSite(config, { lookup, clock: Date.now });
  if (offSite) await copyOffSite(config, { folder, installationId, offSite, clock: Date.now });
  return file;
}
/** A backup with the name it would have if it had been made `agoMs` earlier. */
async function makeEarlier(agoMs: number): Promise<string> {
  const earlier = join(backups(), newBackupName(Date.now() - agoMs, { isBeforeUpgrade: false }));
  renameSync(await makeOne(), earlier);
  return earlier;
}

describe("backup now", () => {
  test("writes a checked file, readable by this user only, and lists it", async () => {
    const { made } = await facts<Made>(["backup", "now"]);
    expect(made?.clients).toBe(1);
    expect(await list()).toEqual([
      expect.objectContaining({ name: inBackups()[0], isInFolder: true, isOffSite: false }),
    ]);
    const { stdout } = await cli.firsthand(["backup", "verify"]);
    expect(stdout).toBe(`${inBackups()[0]}: sound, with 1 client and 0 records\n`);
    expect(existsSync(join(backups(), "firsthand.keys"))).toBe(true);
    expect(made?.file).toBe(join(backups(), inBackups()[0] ?? ""));
    expect(statSync(backups()).mode & 0o777).toBe(0o700);
    expect(statSync(made?.file ?? "").mode & 0o777).toBe(0o600);
  });

  test("makes none when there is one since the given time, and says so", async () => {
    await makeOne();
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    expect(await facts<Made>(["backup", "now", "--unless-since", since])).toMatchObject({ made: null });
    const { stdout } = await cli.firsthand(["backup", "now", "--unless-since", since]);
    expect(stdout).toMatch(/^A recent backup exists: firsthand-\S+\.db\nNot copied: no object storage/);
    expect(inBackups()).toHaveLength(1);
  });

  test("does not treat a file from a wrong clock as the newest", async () => {
    const future = join(backups(), newBackupName(Date.now() + 400 * DAY_MS, { isBeforeUpgrade: false }));
    renameSync(await makeOne(), future);
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    expect((await facts<Made>(["backup", "now", "--unless-since", since])).made).not.toBeNull();
    expect(inBackups()).toHaveLength(2);
  });

  test("goes into the configured folder, and nowhere when that is off", async () => {
    const folder = join(cli.folder, "elsewhere");
    await facts(["backup", "now"], { FIRSTHAND_BACKUP_DIR: folder });
    const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".db"));
    await facts(["backup", "verify", join(folder, name)], { FIRSTHAND_BACKUP_DIR: "off" });
    expect(readdirSync(folder)).toContain("firsthand.keys");
    await expectRefused(
      ["backup", "now"],
      /FIRSTHAND_BACKUP_DIR is off\. Set it to a folder, or name a file/,
      {
        FIRSTHAND_BACKUP_DIR: "off",
      },
    );
  });

  test("is refused while another runs, without a database, and when the folder is a file", async () => {
    await makeOne();
    const lock = lockFolder(backups());
    await expectRefused(
      ["backup", "now"],
      /Another backup is being made in .*backups\. Try again when it is done/,
    );
    lock.release();
    writeFileSync(join(cli.folder, "file"), "");
    await expectRefused(["backup", "now"], /can't be used|cannot be written|cannot be used/, {
      FIRSTHAND_BACKUP_DIR: join(cli.folder, "file"),
    });
    rmSync(join(cli.data, "firsthand.db"));
    await expectRefused(["backup", "now"], /No database at .*firsthand\.db/);
  });

  test("deletes a file cut short a day ago, and leaves files that are not our backups", async () => {
    await makeEarlier(400 * DAY_MS);
    const half = join(backups(), "firsthand-2026-01-01T03-00-00Z.db.0123abcd.half");
    for (const file of [half, join(backups(), "notes.txt"), join(backups(), "monday.db")])
      writeFileSync(file, "x");
    utimesSync(half, new Date(0), new Date(0));
    await makeOne();
    expect(existsSync(half)).toBe(false);
    expect(readdirSync(backups())).toEqual(expect.arrayContaining(["notes.txt", "monday.db"]));
  });

  test.each([
    [["backup", "nwo"], /Expected a file such as \.\/nwo\.db, or now, list or verify/],
    [["backup", "now", "--unless-since", "yesterday"], /Expected a time, such as 2026-11-28T03:00Z/],
    [["backup", "now", "today.db"], /too many arguments/],
  ])("a mistake is reported: %s", async (args, message) => {
    const { status, stderr } = await cli.firsthand(args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(existsSync(backups())).toBe(false);
  });

  const mountedTest = testUnless(mountProblem());
  mountedTest(
    "on a full disk keeps every existing backup, and says what to do",
    { timeout: 60_000 },
    async () => {
      const disk = smallDisk(8_000_000);
      try {
        const env = { FIRSTHAND_BACKUP_DIR: join(disk.folder, "backups") };
        await makeOne(env);
        const before = readdirSync(env.FIRSTHAND_BACKUP_DIR).sort();
        disk.fill();
        await expectRefused(
          ["backup", "now"],
          /has 0 MB free, and a backup of \S+ MB has to leave as much again for the server\. Free some space there/,
          env,
        );
        expect(readdirSync(env.FIRSTHAND_BACKUP_DIR).sort()).toEqual(before);
        await facts(["backup", "verify", "--all"], env);
      } finally {
        disk.remove();
      }
    },
  );
});

describe("backup verify", () => {
  const verify = (...args: string[]) => cli.firsthand(["backup", "verify", ...args]);

  test("names a changed byte, missing data keys and secrets of another installation", async () => {
    const file = await makeOne();
    const whole = readFileSync(file);
    writeFileSync(file, withChangedByte(whole));
    expect(await verify()).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/is damaged: it has changed since it was written/),
      stderr: "1 backup can't be restored now. See the reasons above.\n",
    });
    writeFileSync(file, whole);
    const keys = readFileSync(join(backups(), "firsthand.keys"));
    rmSync(join(backups(), "firsthand.keys"));
    expect((await verify()).stdout).toMatch(
      /firsthand\.keys is missing, so there are no data keys for 1 of 1/,
    );
    writeFileSync(join(backups(), "firsthand.keys"), keys);
    const other = commandLine();
    await other.make();
    copyFileSync(join(other.data, "secrets.json"), join(cli.data, "secrets.json"));
    other.remove();
    expect((await verify("--all")).stdout).toMatch(/is sound, but \S+secrets\.json doesn't open 2 data keys/);
  });

  test("refuses what it cannot read", async () => {
    expect((await verify()).stderr).toMatch(
      /^There are no backups in .*backups\. Run "firsthand backup now"/,
    );
    await makeOne();
    expect((await verify("no-such.db")).stdout).toMatch(/no-such\.db does not exist/);
    expect((await verify("a.db", "--all")).stderr).toMatch(/Name a backup or add --all, not both/);
    expect((await verify("s3:a.db")).stdout).toMatch(
      /s3:a\.db is in object storage, which isn't set up for backups/,
    );
  });
});

describe("copies in object storage", () => {
  const env = () => store.backupEnv;

  test("are made of every backup without one, with data keys and the list of erased clients", async () => {
    const ben = await cli.addClient("Ben");
    await makeOne();
    await cli.firsthand(["client", "erase", ben.clientId, "--yes"]);
    await makeEarlier(2 * DAY_MS);
    const { copied } = await facts<Made>(["backup", "now"], env());
    expect(copied?.length).toBe(inBackups().length);
    const names = (await store.keys()).map((key) => key.split("/")[1]);
    expect(names).toEqual([...inBackups(), "firsthand.keys", "erased"].sort());
    expect((await list(env())).every(({ isInFolder, isOffSite }) => isInFolder && isOffSite)).toBe(true);
    const requests = store.requests.length;
    expect((await facts<Made>(["backup", "now", "--unless-since", "2026-01-01"], env())).copied).toEqual([]);
    expect(store.requests.slice(requests).filter((line) => line.includes(".db"))).toEqual([]);
  });

  test("restore everything on another machine, which needs only the secrets file", async () => {
    const server = await cli.serve({ NODE_ENV: "production" });
    const signIn = await fetch(`${server.url}/v1/auth/exchange`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: rosa.accessKey }),
    });
    const { data } = (await signIn.json()) as { data: { accessToken: string } };
    const headers = { "content-type": "application/json", authorization: `Bearer ${data.accessToken}` };
    const saved = await fetch(`${server.url}/v1/onboarding`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ data: written("we bake at night") }),
    });
    expect(saved.status).toBe(200);
    await server.stop();
    const ben = await cli.addClient("Ben");
    await makeOne(env());
    await cli.firsthand(["client", "erase", ben.clientId, "--yes"]);
    await facts(["backup", "now", "--unless-since", "2026-01-01"], env());
    const secrets = readFileSync(join(cli.data, "secrets.json"));
    const name = (await list(env()))[0]?.name ?? "";

    rmSync(cli.data, { recursive: true });
    mkdirSync(cli.data, { mode: 0o700 });
    writeFileSync(join(cli.data, "secrets.json"), secrets);
    const [there] = await list(env());
    expect(there?.name).toMatch(/^s3:[\da-f-]{36}\/firsthand-\S+\.db$/);
    expect((await cli.firsthand(["backup", "verify", there?.name ?? ""], env())).stdout).toMatch(
      /: sound, with 2 clients/,
    );
    expect(existsSync(join(cli.data, "firsthand.db"))).toBe(false);
    const restored = await facts<{ erasedAgain: number }>(["restore", `s3:${name}`], env());
    expect(restored.erasedAgain).toBe(1);
    const clients = await facts<{ clientName: string }[]>(["client", "list"]);
    expect(clients.map(({ clientName }) => clientName)).toEqual(["Rosa"]);
    const record = await facts(["record", "export", rosa.clientId, "--format", "json"]);
    expect(JSON.stringify(record)).toContain("we bake at night");
  });

  test("of two installations can share one bucket", async () => {
    await makeOne(env());
    const other = commandLine();
    try {
      await other.addClient("Ben");
      expect((await other.firsthand(["backup", "now"], env())).status).toBe(0);
      expect(new Set((await store.keys()).map((key) => key.split("/")[0])).size).toBe(2);
      expect((await list(env())).filter(({ isInFolder }) => !isInFolder)).toEqual([
        expect.objectContaining({ name: expect.stringMatching(/^s3:[\da-f-]{36}\//), isOffSite: true }),
      ]);
    } finally {
      other.remove();
    }
  });

  test("that fail leave the backup, and are made the next time", async () => {
    store.failBy({ status: 503, body: "<Error><Code>SlowDown</Code></Error>" });
    const failed = await cli.firsthand(["backup", "now", "--json"], env());
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(
      /^The backup is on this machine only: The object storage cannot serve: it answered 503/,
    );
    expect((JSON.parse(failed.stdout) as Made).made?.clients).toBe(1);
    const { stdout, status } = await cli.firsthand(["backup", "list"], env());
    expect(stdout).toMatch(
      /this machine\nWarning: The object storage cannot serve: it answered 503 \(SlowDown\)\. The problem is in/,
    );
    expect(status).toBe(0);
    store.failBy(undefined);
    const again = await facts<Made>(["backup", "now", "--unless-since", "2026-01-01"], env());
    expect(again).toMatchObject({ made: null, copied: inBackups() });
  });

  test("with wrong settings are refused with the setting's name", async () => {
    const wrong = { ...env(), FIRSTHAND_BACKUP_S3_SECRET: "wrong" };
    const { stderr } = await cli.firsthand(["backup", "now"], wrong);
    expect(stderr).toMatch(
      /SignatureDoesNotMatch\)\. Correct FIRSTHAND_BACKUP_S3_KEY_ID and FIRSTHAND_BACKUP_S3_SECRET/,
    );
    const { FIRSTHAND_BACKUP_S3_BUCKET: _, ...half } = env();
    const missing = await cli.firsthand(["backup", "now"], half);
    expect(missing.stderr).toMatch(
      /FIRSTHAND_BACKUP_S3_BUCKET: missing\. Object storage needs all four settings/,
    );
    expect(missing.status).toBe(2);
  });

  test("that are damaged or missing are refused, and nothing is replaced", async () => {
    await makeOne(env());
    const [key = ""] = (await store.keys()).filter((each) => each.endsWith(".db"));
    const name = key.split("/")[1] ?? "";
    const object = await store.object(key);
    await store.putObject(key, withChangedByte(object));
    const before = readFileSync(join(cli.data, "firsthand.db"));
    await expectRefused(
      ["restore", `s3:${name}`, "--force"],
      /is damaged: it has changed since it was written/,
      env(),
    );
    await expectRefused(
      ["restore", "s3:firsthand-2020-01-01T03-00-00Z.db"],
      /There is no backup \S+ in object storage/,
      env(),
    );
    expect(readFileSync(join(cli.data, "firsthand.db")).equals(before)).toBe(true);
  });
});

test("after forty nights, this machine and object storage keep the expected backups", async () => {
  const config = readConfig({ FIRSTHAND_DATA: cli.data, ...store.backupEnv });
  let now = Date.parse("2026-01-01T03:00:00Z");
  // an object store refuses requests whose time is not the current one
  const offSite = openOffSite(config, { lookup, clock: Date.now });
  const installationId = readVersion(config.databaseFile)?.installationId ?? "";
  for (let night = 0; night < 40; night++, now += DAY_MS) {
    await makeBackup(config, { folder: backups(), clock: () => now });
    if (offSite) await copyOffSite(config, { folder: backups(), installationId, offSite, clock: () => now });
  }
  const left = ["01-25", "01-31", "02-01", "02-03", "02-04", "02-05", "02-06", "02-07", "02-08", "02-09"];
  const names = left.map((day) => `firsthand-2026-${day}T03-00-00Z.db`);
  expect(inBackups()).toEqual(names);
  expect((await store.keys()).filter((key) => key.endsWith(".db"))).toEqual(
    names.map((name) => `${installationId}/${name}`),
  );
  await facts(["backup", "verify", "--all"]);
}, 120_000);

describe("the server", () => {
  test("that was off at night makes a backup once it is on, and copies it", async () => {
    await makeEarlier(3 * DAY_MS);
    const server = await cli.serve({ NODE_ENV: "production", ...store.backupEnv });
    await expect.poll(inBackups, PATIENTLY).toHaveLength(2);
    await expect
      .poll(async () => (await store.keys()).filter((key) => key.endsWith(".db")), PATIENTLY)
      .toHaveLength(2);
    await expect
      .poll(() => server.output(), PATIENTLY)
      .toMatch(/"backup":"firsthand-\S+\.db","msg":"the nightly backup is made"/);
    await server.stop();
  });

  test("says in its log why a backup failed, and continues", async () => {
    await makeEarlier(3 * DAY_MS);
    const lock = lockFolder(backups());
    const server = await cli.serve({ NODE_ENV: "production" });
    await expect
      .poll(() => server.output(), PATIENTLY)
      .toMatch(
        /"reason":"Another backup is being made in [^"]+","msg":"the nightly backup failed; it is tried again in an hour"/,
      );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    lock.release();
    await server.stop();
  });
});

describe("before an upgrade", () => {
  const [earliest = ""] = readdirSync(FIXTURES).sort();
  beforeEach(() => {
    cli.remove();
    mkdirSync(cli.data, { recursive: true, mode: 0o700 });
    for (const name of ["firsthand.db", "secrets.json"])
      copyFileSync(join(FIXTURES, earliest, name), join(cli.data, name));
    chmodSync(join(cli.data, "secrets.json"), 0o600);
  });

  test("the server backs up the database, says where, and a way back exists", async () => {
    const schema = () => readVersion(join(cli.data, "firsthand.db"))?.schemaVersion;
    const before = schema();
    const server = await cli.serve({ NODE_ENV: "production" });
    const file = await server.line("Backup before the upgrade");
    expect(schema()).toBeGreaterThan(before ?? 0);
    await server.stop();
    expect(readVersion(file)?.schemaVersion).toBe(before);
    expect(await facts<object>(["restore", file, "--force"])).toMatchObject({ clients: 1 });
    // the second start has nothing to do
    const again = await cli.serve({ NODE_ENV: "production" });
    await again.stop();
    expect(inBackups()).toHaveLength(1);
  });

  test("without a backup, nothing is changed, and the operator can skip the backup", async () => {
    writeFileSync(join(cli.data, "backups"), "a file in its place");
    const before = readFileSync(join(cli.data, "firsthand.db"));
    const { status, stderr } = await cli.firsthand(["serve"], { NODE_ENV: "production", PORT: "0" });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The database was written by an earlier Firsthand, and must be backed up before it is upgraded\. .* Nothing was changed; to upgrade without a backup, set FIRSTHAND_BACKUP_DIR=off\.\n$/,
      ),
    ]);
    expect(readFileSync(join(cli.data, "firsthand.db")).equals(before)).toBe(true);
    const server = await cli.serve({ NODE_ENV: "production", FIRSTHAND_BACKUP_DIR: "off" });
    expect(server.output()).toMatch(
      /^Warning: FIRSTHAND_BACKUP_DIR is off, so the database is upgraded without/m,
    );
    await server.stop();
  });
});

test("a master key that nightly backups need is reported before it is deleted", async () => {
  const file = await makeOne();
  await facts(["secrets", "rotate-master"]);
  const asked = await cli.answering(["secrets", "drop-master", "m1"], "m1\n");
  expect(asked.stdout + asked.stderr).toMatch(new RegExp(`need m1:\\n {2}${file}\\n`));
});
