import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { migrations } from "../../server/storage/migrations/migrate.ts";
import { readBack, written } from "../support/data/written.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

/** Tests that start a server need the built browser app (`npm run build`). */

let cli: ReturnType<typeof commandLine>;
let file: string;
beforeEach(() => {
  cli = commandLine();
  file = join(cli.folder, "backup.db");
});
afterEach(() => cli.remove());

const inData = (name: string) => join(cli.data, name);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

async function said(...args: string[]) {
  const { status, stdout, stderr } = await cli.firsthand(args);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

async function expectRefused(args: string[], message: RegExp) {
  const { status, stdout, stderr } = await cli.firsthand(args);
  expect(stderr).toMatch(message);
  expect([status, stdout]).toEqual([1, ""]);
}

/** Signs in with a key, and returns a way to call as that client. */
async function signIn(url: string, key: string) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ key });
  const response = await fetch(`${url}/v1/auth/exchange`, { method: "POST", headers, body });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  const authorised = { ...headers, authorization: `Bearer ${data.accessToken}` };
  return {
    load: async () => (await fetch(`${url}/v1/onboarding`, { headers: authorised })).json(),
    async save(content: string) {
      const request = {
        method: "PUT",
        headers: authorised,
        body: JSON.stringify({ data: written(content) }),
      };
      expect((await fetch(`${url}/v1/onboarding`, request)).status).toBe(200);
    },
  };
}

describe("backup", () => {
  test("prints what it wrote, and that the secrets are not in it", async () => {
    await cli.addClient("Rosa");
    expect(await said("backup", file)).toMatch(
      new RegExp(
        `^Backup: ${file} \\([\\d,]+ bytes\\)\nOf: ${inData("firsthand.db")} as of \\S+Z, with 1 client and 0 records\nKeep ${join(cli.folder, "firsthand.keys")} beside it: without this file, no answer in the backups of that folder can be read\\.\nBack up ${inData("secrets.json")} too, in another place: without this file, no answer can be read and no access key works\\.\n$`,
      ),
    );
    expect(await cli.facts("backup", file, "--force")).toEqual({
      file,
      databaseFile: inData("firsthand.db"),
      asOf: ISO,
      bytes: readFileSync(file).length,
      clients: 1,
      records: 0,
      schemaVersion: migrations.length,
      keysFile: join(cli.folder, "firsthand.keys"),
      secretsFile: inData("secrets.json"),
      warnings: [],
    });
    expect(readdirSync(cli.folder).sort()).toEqual(["backup.db", "data", "firsthand.keys"]);
  });

  test("without a secrets file is written all the same, and says that the file is missing", async () => {
    await cli.addClient("Rosa");
    rmSync(inData("secrets.json"));
    expect(await said("backup", file)).toMatch(/^Warning: .*secrets\.json is missing\./m);
  });

  test("does not replace another file without --force, nor that file's companions", async () => {
    await cli.addClient("Rosa");
    writeFileSync(file, "precious");
    await expectRefused(["backup", file], /backup\.db already exists\. Name another file, or add --force/);
    expect(readFileSync(file, "utf8")).toBe("precious");
    const secrets = readFileSync(inData("secrets.json"));
    await expectRefused(["backup", inData("secrets.json"), "--force"], /installation's own secrets\.json/);
    await expectRefused(["backup", inData("./firsthand.db"), "--force"], /installation's own firsthand\.db/);
    expect(readFileSync(inData("secrets.json")).equals(secrets)).toBe(true);
  });

  test("creates no database in an empty folder", async () => {
    await expectRefused(["backup", file], /No database at .*firsthand\.db\. Set FIRSTHAND_DATA/);
    expect(readdirSync(cli.folder)).toEqual([]);
  });
});

describe("restore", () => {
  let rosa: AddedClient;
  beforeEach(async () => {
    rosa = await cli.addClient("Rosa");
    await cli.facts("backup", file);
  });
  const names = async () =>
    (await cli.facts<{ clientName: string }[]>("client", "list")).map(({ clientName }) => clientName);

  test("puts the backup in the place of the database, which it sets aside", async () => {
    await cli.addClient("Ben");
    await expectRefused(["restore", file], /There is a database at .* already\. Add --force to replace it/);
    expect(await names()).toEqual(["Ben", "Rosa"]);
    const text = await said("restore", file, "--force");
    expect(text).toMatch(
      /^Restored: \S+firsthand\.db, with 1 client and 0 records\nFrom: \S+backup\.db\nSet aside: (\S+firsthand\.db\.before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\nPut the secrets file from the time of the backup at \S+secrets\.json\. Without it, no answer can be read and no access key works\.\nKeys and accounts revoked after the backup are valid again\. Revoke them again\.\n$/,
    );
    expect(await names()).toEqual(["Rosa"]);
    const keptAside = /^Set aside: (.*)$/m.exec(text)?.[1] ?? "";
    await cli.facts("restore", keptAside, "--force");
    expect(await names()).toEqual(["Ben", "Rosa"]);
  });

  test("makes a new installation from a backup and the secrets file, whose key works", async () => {
    rmSync(cli.data, { recursive: true });
    expect(await cli.facts("restore", file)).toEqual({
      file,
      databaseFile: inData("firsthand.db"),
      bytes: readFileSync(file).length,
      clients: 1,
      records: 0,
      schemaVersion: migrations.length,
      keptAside: [],
      erasedAgain: 0,
      secretsFile: inData("secrets.json"),
      warnings: [
        `${inData("secrets.json")} is missing or can't be read. Restore this file too before you start the server.`,
      ],
    });
    await expectRefused(["client", "list"], /secrets\.json is missing.*Restore it from your backup/);
  });

  test("warns of keys that no available pepper can open", async () => {
    const secrets = readFileSync(inData("secrets.json"), "utf8");
    writeFileSync(inData("secrets.json"), secrets.replaceAll('"p1"', '"p2"'));
    expect(await said("restore", file, "--force")).toContain(
      `Warning: ${inData("secrets.json")} has no pepper "p1": 1 access key won't work until you restore the secrets file from that time.\n`,
    );
    writeFileSync(inData("secrets.json"), "{");
    expect(await said("restore", file, "--force")).toContain("secrets.json is missing or can't be read.");
    writeFileSync(inData("secrets.json"), secrets);
    expect(await said("restore", file, "--force")).not.toContain("Warning");
  });

  test("is refused while a server runs, which keeps running", async () => {
    const server = await cli.serve();
    await expectRefused(["restore", file, "--force"], /A Firsthand server is running on .*Stop it first/);
    const client = await signIn(server.url, rosa.accessKey);
    await client.save("still here");
    expect(await server.stop()).toBe(0);
    expect(readdirSync(cli.data).sort()).toEqual(["firsthand.db", "firsthand.lock", "secrets.json"]);
  });

  test("of a damaged, foreign or missing file is refused, and leaves everything unchanged", async () => {
    const before = readFileSync(inData("firsthand.db"));
    const spoilt = join(cli.folder, "spoilt.db");
    copyFileSync(file, spoilt);
    const bytes = readFileSync(spoilt);
    bytes[9_000] = (bytes[9_000] ?? 0) ^ 1;
    writeFileSync(spoilt, bytes);
    await expectRefused(["restore", spoilt, "--force"], /spoilt\.db is damaged.*Nothing was changed/);
    writeFileSync(spoilt, "Dear diary");
    await expectRefused(["restore", spoilt, "--force"], /spoilt\.db is not a database/);
    rmSync(spoilt);
    await expectRefused(["restore", spoilt, "--force"], /spoilt\.db does not exist/);
    const other = new DatabaseSync(spoilt);
    other.exec("create table notes (text)");
    other.close();
    await expectRefused(["restore", spoilt, "--force"], /spoilt\.db is a database of another application/);
    expect(readFileSync(inData("firsthand.db")).equals(before)).toBe(true);
    expect(readdirSync(cli.data).sort()).toEqual(["firsthand.db", "secrets.json"]);
  });

  test("into a missing folder creates it only for a valid backup", async () => {
    rmSync(cli.data, { recursive: true });
    await expectRefused(["restore", inData("none.db")], /none\.db does not exist/);
    expect(existsSync(cli.data)).toBe(false);
  });
});

const WRITERS = 20;

test("a backup taken while 20 clients save has every save acknowledged before it, and can serve them", {
  timeout: 60_000,
}, async () => {
  const clients = await addClients(WRITERS);
  const server = await cli.serve({ FIRSTHAND_RATE_SESSION: "0" });
  const writers = keepSaving(server.url, clients);
  await writers.allHaveSaved(3);
  const before = [...writers.acknowledged];
  const facts = await cli.facts("backup", file);
  await writers.allHaveSaved(Math.min(...writers.acknowledged) + 1);
  await writers.stop();
  await server.stop();
  expect(facts).toMatchObject({ clients: WRITERS, records: WRITERS });

  const copy = commandLine();
  mkdirSync(copy.data);
  copyFileSync(inData("secrets.json"), join(copy.data, "secrets.json"));
  expect(await copy.facts("restore", file)).toMatchObject({
    clients: WRITERS,
    records: WRITERS,
    warnings: [],
  });
  const restored = await copy.serve();
  const saves = await Promise.all(
    clients.map(async ({ accessKey }) => {
      const client = await signIn(restored.url, accessKey);
      return Number.parseInt(readBack(await client.load()) ?? "", 10);
    }),
  );
  expect(saves.filter((save, place) => !(save >= (before[place] ?? 0)))).toEqual([]);
  expect(await restored.stop()).toBe(0);
  expect(integrityOf(join(copy.data, "firsthand.db"))).toEqual([{ integrity_check: "ok" }]);
  copy.remove();
});

/** Each client saves 1, 2, 3 … as fast as the server answers. */
function keepSaving(url: string, clients: { accessKey: string }[]) {
  /** The last save of each client that was acknowledged. */
  const acknowledged = clients.map(() => 0);
  let isSaving = true;
  const saving = clients.map(async ({ accessKey }, place) => {
    const client = await signIn(url, accessKey);
    for (let save = 1; isSaving; save++) {
      await client.save(`${save} ${"x".repeat(2_000)}`);
      acknowledged[place] = save;
    }
  });
  return {
    acknowledged,
    async allHaveSaved(count: number) {
      while (Math.min(...acknowledged) < count) await new Promise(setImmediate);
    },
    stop() {
      isSaving = false;
      return Promise.all(saving);
    },
  };
}

function integrityOf(database: string) {
  const connection = new DatabaseSync(database, { readOnly: true });
  const found = connection.prepare("pragma integrity_check").all();
  connection.close();
  return found;
}

async function addClients(count: number): Promise<{ accessKey: string }[]> {
  const installation = await cli.open();
  const issuing = { ...installation, now: Date.now() };
  const added = await Promise.all(
    Array.from({ length: count }, (_, place) => addClient(issuing, { name: `Client ${place}` })),
  );
  await installation.storage.close();
  return added;
}
