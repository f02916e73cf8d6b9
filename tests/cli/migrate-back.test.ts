import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contentOfPostgres, contentOfSqlite, differingTables } from "../support/data/moved-content.ts";
import { addManyClients, addManyTakes } from "../support/faults/many-clients.ts";
import { mountProblem, smallDisk } from "../support/faults/small-disk.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";
import { PROGRAM } from "../support/service/program.ts";

const MANY = 300;
const SOUND_BYTES = 2_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

let cli: ReturnType<typeof commandLine>;
let count = 0;
let name: string;
beforeEach(async () => {
  cli = commandLine();
  name = `source_${++count}`;
  await server.run(`create database ${name}`);
});
afterEach(() => cli.remove());

const secretsFile = () => join(cli.data, "secrets.json");
const firstFile = () => join(cli.data, "firsthand.db");
const folder = () => join(cli.folder, "back");
const file = () => join(folder(), "firsthand.db");
const onPostgres = () => ({ DATABASE_URL: server.url(name), FIRSTHAND_SECRETS: secretsFile() });
const onFolder = () => ({ FIRSTHAND_DATA: folder(), FIRSTHAND_SECRETS: secretsFile() });
const moveBack = (...more: string[]) => cli.firsthand(["migrate", "--to", folder(), ...more], onPostgres());

/** A client with an answer, recordings of other clients, and an erased client, all on PostgreSQL. */
async function fillPostgres(takes = 3): Promise<{ client: AddedClient; erased: string }> {
  const client = await cli.addClient("Rosa’s Bakery");
  const gone = await cli.addClient("Gone");
  await addManyClients(firstFile(), takes, 200);
  await addManyTakes(firstFile(), takes, SOUND_BYTES);
  await cli.facts("client", "erase", gone.clientId, "--yes");
  const moved = await cli.firsthand(["migrate", "--to", server.url(name)]);
  expect([moved.status, moved.stderr]).toEqual([0, ""]);
  return { client, erased: gone.clientId };
}

/** Saves an answer, and returns the record that the API then answers with. */
async function save(env: { [name: string]: string }, { accessKey }: AddedClient, url: string) {
  const running = await cli.serve({ NODE_ENV: "production", ...env });
  const headers = await signIn(running.url, accessKey);
  const body = JSON.stringify({ data: { "website-form": { url } }, submit: true });
  const saved = await fetch(`${running.url}/v1/onboarding`, { method: "PUT", headers, body });
  expect(saved.status).toBe(200);
  const record = await (await fetch(`${running.url}/v1/onboarding`, { headers })).text();
  await running.stop();
  return record;
}

async function signIn(url: string, key: string) {
  const response = await fetch(`${url}/v1/auth/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}`, "content-type": "application/json" };
}

async function recordOf(env: { [name: string]: string }, { accessKey }: AddedClient) {
  const running = await cli.serve({ NODE_ENV: "production", ...env });
  const answer = await fetch(`${running.url}/v1/onboarding`, {
    headers: await signIn(running.url, accessKey),
  });
  const text = await answer.text();
  await running.stop();
  return text;
}

test("SQLite, PostgreSQL and SQLite again have equal rows", async () => {
  await fillPostgres();
  const first = contentOfSqlite(`${firstFile()}.moved`);
  const done = await moveBack();
  expect([done.status, done.stderr]).toEqual([0, ""]);
  const back = contentOfSqlite(file());
  expect(differingTables(first, back)).toEqual([]);
  expect(differingTables(await contentOfPostgres(server, name), back)).toEqual([]);
});

test("data saved on PostgreSQL is read on SQLite, by commands and by the API", async () => {
  const { client } = await fillPostgres();
  const record = await save(onPostgres(), client, "https://rosa.example");
  const commands = [
    ["record", "export", client.clientId, "--format", "json"],
    ["record", "history", client.clientId, "--json"],
    ["take", "list", "--json"],
  ];
  const readAll = (env: { [name: string]: string }) =>
    Promise.all(commands.map((args) => cli.firsthand(args, env)));
  const before = await readAll(onPostgres());
  expect(before[0]?.stdout).toContain("https://rosa.example");
  const done = await moveBack();
  expect([done.status, done.stderr]).toEqual([0, ""]);
  expect(await readAll(onFolder())).toEqual(before);
  expect(await recordOf(onFolder(), client)).toBe(record);
});

test("a new folder gets the audit trail and the erased clients, and the output says what to set", async () => {
  const { erased } = await fillPostgres();
  const done = await moveBack();
  expect(done.stdout).toContain("Done. Every row was moved and compared.");
  expect(done.stdout).toContain(
    `Unset DATABASE_URL. Start one server with FIRSTHAND_DATA=${folder()} and FIRSTHAND_SECRETS=${secretsFile()}.`,
  );
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  const trail = await cli.firsthand(["audit", "verify"], onFolder());
  expect([trail.status, trail.stderr]).toEqual([0, ""]);
  const listed = readFileSync(join(cli.data, "erased"), "utf8");
  expect(listed).toContain(erased);
  expect(readFileSync(join(folder(), "erased"), "utf8")).toBe(listed);
});

test("the old database then refuses servers and writes, and can be brought back", async () => {
  const { client } = await fillPostgres();
  expect((await moveBack()).status).toBe(0);
  const started = await cli.firsthand(["serve"], { ...onPostgres(), PORT: "0" });
  expect(started.status).toBe(1);
  expect(started.stderr).toContain(`its installation was moved to ${folder()}`);
  expect(started.stderr).toMatch(/Set FIRSTHAND_DATA to that folder and unset DATABASE_URL/);
  await expect(server.run("delete from sessions", name)).rejects.toMatchObject({ code: "25006" });
  const again = await moveBack();
  expect(again.stderr).toMatch(/is not empty/);
  const elsewhere = await cli.firsthand(["migrate", "--to", `${folder()}-2`], onPostgres());
  expect(elsewhere.stderr).toContain(`was moved to ${folder()}`);
  const undo = /run "([^"]+)"/.exec(started.stderr)?.[1] ?? "";
  await server.run(undo, name);
  await save(onPostgres(), client, "https://later.example");
});

test("while a server runs everything is copied but not finished; afterwards only later changes are copied", async () => {
  const { client } = await fillPostgres();
  const running = await cli.serve({ NODE_ENV: "production", ...onPostgres() });
  const ahead = await moveBack("--json");
  expect(JSON.parse(ahead.stdout)).toMatchObject({ isFinished: false, others: ["firsthand from 127.0.0.1"] });
  const early = await cli.firsthand(["client", "list"], onFolder());
  expect(early.stderr).toMatch(/being moved into it. Run "firsthand migrate --to" again/);
  const headers = await signIn(running.url, client.accessKey);
  const body = JSON.stringify({ data: { "website-form": { url: "https://late.example" } }, submit: true });
  expect((await fetch(`${running.url}/v1/onboarding`, { method: "PUT", headers, body })).status).toBe(200);
  await running.stop();
  const done = await moveBack("--json");
  expect(JSON.parse(done.stdout)).toMatchObject({ isFinished: true, others: [] });
  const exported = await cli.firsthand(["record", "export", client.clientId, "--format", "json"], onFolder());
  expect(exported.stdout).toContain("https://late.example");
});

test("a move that is killed halfway continues where it stopped", async () => {
  await fillPostgres(MANY);
  const child = spawn(process.execPath, [PROGRAM, "migrate", "--to", folder()], {
    env: { PATH: process.env.PATH, ...onPostgres() },
    stdio: "ignore",
  });
  const ended = new Promise((settle) => child.once("exit", settle));
  while (rowsCopied() < MANY / 3 && child.exitCode === null) await setTimeout(5);
  child.kill("SIGKILL");
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  const early = await cli.firsthand(["client", "list"], onFolder());
  expect(early.stderr).toMatch(/being moved into it/);
  const done = await moveBack("--json");
  const facts = JSON.parse(done.stdout) as { isFinished: boolean; changed: number };
  expect(facts.isFinished).toBe(true);
  expect(facts.changed).toBeLessThan(4 * MANY);
  expect(differingTables(await contentOfPostgres(server, name), contentOfSqlite(file()))).toEqual([]);
});

test("a move that was killed after it marked its source is finished by the next run", async () => {
  await fillPostgres();
  const other = await connected();
  expect((await moveBack()).stdout).toContain("not finished");
  await other.end();
  expect((await moveBack()).status).toBe(0);
  const database = new DatabaseSync(file());
  database.exec("insert into moving select 1, event_id, 0 from events order by seq limit 1");
  database.close();
  const done = await moveBack();
  expect([done.status, done.stderr]).toEqual([0, ""]);
  expect((await cli.firsthand(["client", "list"], onFolder())).status).toBe(0);
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url(name) });
  await client.connect();
  return client;
}

function rowsCopied(): number {
  // until the write-ahead log exists, a reader could keep the command from creating one
  if (!existsSync(`${file()}-wal`)) return 0;
  try {
    const database = new DatabaseSync(file(), { readOnly: true });
    const found = database.prepare("select count(*) as n from revisions").get();
    database.close();
    return Number(found?.n);
  } catch {
    // the tables do not exist yet, or are locked
    return 0;
  }
}

describe("is refused with what to do, and changes nothing:", () => {
  async function expectRefused(reason: RegExp, to = folder(), env: { [name: string]: string } = {}) {
    const refused = await cli.firsthand(["migrate", "--to", to], { ...onPostgres(), ...env });
    expect(refused.stdout).toBe("");
    expect(refused.stderr).toMatch(reason);
    expect(refused.status).toBeGreaterThan(0);
    expect(await server.run("select * from moving", name)).toEqual([]);
  }

  test("with secrets of another installation", async () => {
    await fillPostgres();
    const text = readFileSync(secretsFile(), "utf8");
    const other = join(cli.folder, "other.json");
    writeFileSync(other, text.replace(/"m1": "..../, '"m1": "AAAA'));
    await expectRefused(/is missing, or belongs to another installation/, folder(), {
      FIRSTHAND_SECRETS: other,
    });
    expect(existsSync(folder())).toBe(false);
  });

  test("to a folder that has a database", async () => {
    await fillPostgres();
    const other = commandLine();
    await other.addClient("Somebody");
    const before = contentOfSqlite(join(other.data, "firsthand.db"));
    await expectRefused(/it is not empty: there are rows in .*a folder without a database/, other.data);
    expect(differingTables(before, contentOfSqlite(join(other.data, "firsthand.db")))).toEqual([]);
    other.remove();
  });

  test("to a folder with another file under the database's name", async () => {
    await fillPostgres();
    mkdirSync(folder());
    writeFileSync(file(), "Not a database, and long enough to be taken for one.".repeat(20));
    await expectRefused(/it is not a Firsthand database/);
  });

  test("to a folder on which a server runs", async () => {
    await fillPostgres();
    const other = commandLine();
    const running = await other.serve({ NODE_ENV: "production" });
    await expectRefused(/A Firsthand server.* is using .*name another folder/, other.data);
    await running.stop();
    other.remove();
  });

  test.each([
    ["postgres://host/name", /DATABASE_URL is set.*PostgreSQL to PostgreSQL. Use pg_dump/],
    ["sqlite://folder", /--to: expected an address such as postgres/],
    ["", /--to: expected the address of a PostgreSQL database, or a folder/],
    ["/var/lib/firsthand.db", /--to: expected a folder/],
    ["/dev/null/data", /\/dev\/null\/data cannot be used as a data folder/],
  ])("to “%s”", async (to, reason) => {
    await fillPostgres(1);
    await expectRefused(reason, to);
  });

  test("from SQLite to a folder", async () => {
    await cli.make();
    const { status, stderr } = await cli.firsthand(["migrate", "--to", folder()]);
    expect(stderr).toMatch(/SQLite to SQLite. Use "firsthand backup" and "firsthand restore"/);
    expect(status).toBe(1);
    expect(existsSync(folder())).toBe(false);
  });

  test("from a PostgreSQL database without an installation", async () => {
    await cli.make();
    const { stderr } = await cli.firsthand(["migrate", "--to", folder()], onPostgres());
    expect(stderr).toMatch(/There is no installation in it/);
    expect(existsSync(folder())).toBe(false);
  });
});

testUnless(mountProblem())(
  "a full disk stops the move, and the next run continues",
  { timeout: 30_000 },
  async () => {
    await fillPostgres(MANY);
    const disk = smallDisk(1_500_000);
    const move = () => cli.firsthand(["migrate", "--to", disk.folder], onPostgres());
    const full = await move();
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/disk full.*run the command again, which continues/);
    disk.grow(50_000_000);
    expect((await move()).status).toBe(0);
    disk.remove();
  },
);
