import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

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
  name = `target_${++count}`;
  await server.run(`create database ${name}`);
});
afterEach(() => cli.remove());

const to = () => server.url(name);
const secretsFile = () => join(cli.data, "secrets.json");
/** The settings of a server after the move. */
const moved = () => ({ DATABASE_URL: to(), FIRSTHAND_SECRETS: secretsFile() });
const migrate = (...more: string[]) => cli.firsthand(["migrate", "--to", to(), ...more]);
const databaseFile = () => join(cli.data, "firsthand.db");

/** A client with a saved answer, and a client who was erased. */
async function fill(): Promise<AddedClient> {
  const client = await cli.addClient("Rosa's Bakery");
  const gone = await cli.addClient("Gone");
  await cli.facts("client", "erase", gone.clientId, "--yes");
  const running = await cli.serve({ NODE_ENV: "production" });
  const { token } = await signIn(running.url, client);
  const body = JSON.stringify({ data: { "website-form": { url: "https://rosa.example" } }, submit: true });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const saved = await fetch(`${running.url}/v1/onboarding`, { method: "PUT", headers, body });
  expect(saved.status).toBe(200);
  await running.stop();
  return client;
}

async function signIn(url: string, { accessKey }: AddedClient) {
  const response = await fetch(`${url}/v1/auth/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: accessKey }),
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return { token: data.accessToken };
}

test("an installation is moved: its keys work and its answers are read on PostgreSQL", async () => {
  const client = await fill();
  const now = Date.now();
  const made = { caller: "a token", keyHash: "a key", requestHash: "a request", at: now, keptSince: now };
  const answered = { ...made, clientId: client.clientId };
  const from = await cli.open();
  await from.storage.repeatableCalls.begin(answered);
  await from.storage.repeatableCalls.keepAnswer({ ...answered, answer: "made once" });
  await from.storage.close();
  const done = await migrate();
  expect([done.status, done.stderr]).toEqual([0, ""]);
  expect(done.stdout).toMatch(/^revisions +1$/m);
  expect(done.stdout).toContain("Done. Every row was moved and compared.");
  expect(done.stdout).toContain(`FIRSTHAND_SECRETS=${secretsFile()}`);
  expect(existsSync(databaseFile())).toBe(false);
  expect(existsSync(`${databaseFile()}.moved`)).toBe(true);
  const exported = await cli.firsthand(["record", "export", client.clientId, "--format", "json"], moved());
  expect(exported.stdout).toContain("https://rosa.example");
  const running = await cli.serve({ NODE_ENV: "production", ...moved() });
  await signIn(running.url, client);
  await running.stop();
  const trail = await cli.firsthand(["audit", "verify"], moved());
  expect([trail.status, trail.stderr]).toEqual([0, ""]);
  expect(await server.run("select client_id from erased_clients", name)).toHaveLength(1);
  const { storage } = await cli.open(moved());
  const again = await storage.repeatableCalls.begin(answered);
  await storage.close();
  expect(again).toEqual({ kind: "answered", answer: "made once" });
});

test("a server started without DATABASE_URL afterwards does not start a new installation", async () => {
  await fill();
  await migrate();
  const { status, stdout, stderr } = await cli.firsthand(["client", "list"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/was moved to PostgreSQL\. Set DATABASE_URL\..*rename/);
});

test("while the server runs everything is copied but not finished; afterwards only later changes are copied", async () => {
  const client = await fill();
  const running = await cli.serve({ NODE_ENV: "production" });
  const ahead = await migrate("--json");
  expect(JSON.parse(ahead.stdout)).toMatchObject({ isFinished: false });
  expect(existsSync(databaseFile())).toBe(true);
  const early = await cli.firsthand(["client", "list"], moved());
  expect(early.stderr).toMatch(/being moved into it. Run "firsthand migrate --to" again/);
  const later = await cli.addClient("Later");
  await cli.facts("client", "erase", client.clientId, "--yes");
  await running.stop();
  const done = await migrate("--json");
  expect(done.stderr).toBe("");
  const facts = JSON.parse(done.stdout) as { isFinished: boolean; changed: number };
  expect(facts.isFinished).toBe(true);
  expect(facts.changed).toBeGreaterThan(0);
  const list = await cli.firsthand(["client", "list", "--json"], moved());
  expect((JSON.parse(list.stdout) as AddedClient[]).map(({ clientId }) => clientId)).toEqual([
    later.clientId,
  ]);
});

describe("is refused with what to do, and changes nothing:", () => {
  async function expectRefused(reason: RegExp, args: string[], env: { [name: string]: string } = {}) {
    const { status, stdout, stderr } = await cli.firsthand(["migrate", ...args], env);
    expect(stdout).toBe("");
    expect(stderr).toMatch(reason);
    expect(stderr).not.toMatch(/p@ss|p%40ss/);
    expect(status).toBeGreaterThan(0);
  }

  test("without a target", async () => {
    await expectRefused(/--to <place>/, []);
  });

  test.each([
    ["mysql://host/x", /--to: expected an address such as postgres/],
    ["postgres://host", /--to: it names no database/],
  ])("to %s", async (address, reason) => {
    await fill();
    await expectRefused(reason, ["--to", address]);
    expect(existsSync(databaseFile())).toBe(true);
  });

  test("without a SQLite database", async () => {
    await expectRefused(/No database at .*Set FIRSTHAND_DATA/, ["--to", to()]);
    expect(existsSync(cli.data)).toBe(false);
  });

  test("with DATABASE_URL set", async () => {
    await expectRefused(/DATABASE_URL is set.*Unset DATABASE_URL/, ["--to", to()], moved());
  });

  test("to a database that is not empty", async () => {
    await fill();
    const other = { ...moved(), FIRSTHAND_SECRETS: `${cli.folder}/other.json` };
    await (await cli.open(other)).storage.close();
    expect((await cli.firsthand(["client", "add", "Somebody"], other)).status).toBe(0);
    const before = await server.run("select client_id from clients", name);
    await expectRefused(/it is not empty: there are rows in .*Name an empty database/, ["--to", to()]);
    expect(await server.run("select client_id from clients", name)).toEqual(before);
    expect(existsSync(databaseFile())).toBe(true);
  });

  test("to a database that another installation is moving into", async () => {
    await fill();
    const other = commandLine();
    await other.addClient("Somebody");
    const running = await other.serve({ NODE_ENV: "production" });
    expect((await other.firsthand(["migrate", "--to", to()])).status).toBe(0);
    await expectRefused(/another installation is being moved into it/, ["--to", to()]);
    await running.stop();
    other.remove();
  });

  test("to a database that cannot be reached", async () => {
    await fill();
    await expectRefused(/cannot be reached/, ["--to", to().replace(`:${server.port}/`, ":1/")]);
    expect(existsSync(databaseFile())).toBe(true);
  });

  test("with a secrets file that cannot decrypt the stored data", async () => {
    await fill();
    const text = readFileSync(secretsFile(), "utf8");
    writeFileSync(secretsFile(), text.replace(/"m1": "..../, '"m1": "AAAA'));
    await expectRefused(/is missing, or belongs to another installation/, ["--to", to()]);
    writeFileSync(secretsFile(), text);
    expect((await migrate()).status).toBe(0);
  });
});
