import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildProgram } from "../../server/cli/program.ts";
import { migrations } from "../../server/storage/migrations/migrate.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { commandLine } from "../support/service/command-line.ts";

let cli: ReturnType<typeof commandLine>;
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

const FOLDER = "/tmp/nowhere";
const ID = "cl_0123456789abcdef0123";
const INTERVIEW = "iv_00000000000000000000";
const TABLE = join(mkdtempSync(join(tmpdir(), "firsthand-table-")), "clients.csv");
beforeAll(() => writeFileSync(TABLE, "name\nRosa\n"));
afterAll(() => rmSync(dirname(TABLE), { recursive: true }));
/** Arguments with which each command gets as far as opening the installation; the other commands are listed below. */
const ARGUMENTS: { [command: string]: string[] } = {
  "interview list": [],
  "interview export": [INTERVIEW],
  "interview import": [join(import.meta.dirname, "../../examples/veterinary/interview.yaml")],
  "interview publish": [INTERVIEW, "--yes"],
  "client add": ["Rosa"],
  "client list": [],
  "client show": [ID],
  "client link": [ID],
  "client invite": [ID],
  "client tag": [ID, "Website"],
  "client assign": [ID, "mia@example.com"],
  "client due": [ID, "2026-12-04"],
  "client import": [TABLE],
  "client export": [ID, "--output", `${FOLDER}.zip`],
  "client erase": [ID, "--yes"],
  "client pin set": [ID],
  "client pin remove": [ID],
  "manager add": ["Mia", "--email", "mia@example.com"],
  "manager list": [],
  "manager link": ["mia@example.com"],
  "manager unlink": ["mia@example.com"],
  "manager remove-second-factor": ["mia@example.com"],
  "manager revoke": ["mia@example.com"],
  "key issue": [ID],
  "key revoke": ["KEY01"],
  "record export": [ID],
  "record history": [ID],
  "record restore": [ID, "1"],
  "take list": [],
  "take retry": ["--failed"],
  "audio move": [],
  "brief export": [ID],
  "retention show": [],
  "mail test": ["ada@example.com"],
  "secrets rotate-pepper": [],
  "secrets drop-pepper": ["p1"],
  "secrets peppers": [],
  "secrets rotate-master": [],
  "secrets drop-master": ["m1"],
  "audit verify": [],
  backup: [`${FOLDER}.db`],
  "backup now": [],
  "backup verify": [],
};
/** Commands that may create an installation, or need no installation. */
const OTHERS = [
  "serve",
  "backup list",
  "restore",
  "migrate",
  "config",
  "doctor",
  "setup",
  "mcp",
  "interview check",
  "interview print",
];

test("every command is covered here", () => {
  expect(commandNames().sort()).toEqual([...Object.keys(ARGUMENTS), ...OTHERS].sort());
});

describe("in a folder without an installation, no file is created by", () => {
  test.each(Object.entries(ARGUMENTS))("%s, which says where it looked", async (name, args) => {
    const { status, stdout, stderr } = await cli.firsthand([...name.split(" "), ...args]);
    expect(stderr).toContain(cli.data);
    expect([status, stdout]).toEqual([1, ""]);
    expect(existsSync(cli.data)).toBe(false);
  });
});

function commandNames(): string[] {
  const namesOf = (program: ReturnType<typeof buildProgram>, before: string[]): string[] =>
    program.commands.flatMap((each) => {
      const name = [...before, each.name()];
      const isCommand = each.commands.length === 0 || each.registeredArguments.length > 0;
      return [...(isCommand ? [name.join(" ")] : []), ...namesOf(each, name)];
    });
  return namesOf(buildProgram({}), []);
}

describe("on PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());

  test("a command creates no tables in an empty database, and leaves an earlier schema unchanged", async () => {
    await server.run("create database empty");
    const env = { DATABASE_URL: server.url("empty"), FIRSTHAND_SECRETS: join(cli.folder, "secrets.json") };
    const refused = await cli.firsthand(["client", "list"], env);
    expect(refused.stderr).toContain("There is no installation in it");
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(await server.run("select tablename from pg_tables where schemaname = 'public'", "empty")).toEqual(
      [],
    );
    expect(readdirSync(cli.folder)).toEqual([]);

    await (await cli.open(env)).storage.close();
    await server.run(`update installation set schema_version = ${migrations.length - 1}`, "empty");
    const earlier = await cli.firsthand(["client", "list"], env);
    expect(earlier.stderr).toContain(
      `(schema ${migrations.length - 1}, this one needs ${migrations.length})`,
    );
    expect(earlier.status).toBe(1);
    expect(await server.run("select schema_version from installation", "empty")).toEqual([
      { schema_version: migrations.length - 1 },
    ]);
  });
});

test("a command leaves an earlier schema unchanged, since an earlier server may use it", async () => {
  await cli.make();
  const file = join(cli.data, "firsthand.db");
  const earlier = migrations.length - 1;
  const versionIn = (act: (database: DatabaseSync) => unknown) => {
    const database = new DatabaseSync(file);
    const result = act(database);
    database.close();
    return result;
  };
  versionIn((database) => database.exec(`update installation set schema_version = ${earlier}`));
  const { status, stdout, stderr } = await cli.firsthand(["client", "list"]);
  expect(stderr).toContain(
    `The database was written by an earlier Firsthand (schema ${earlier}, this one needs ${migrations.length}), whose server may be running. Start the server of this version, which brings the database up to date. Nothing was changed.`,
  );
  expect([status, stdout]).toEqual([1, ""]);
  expect(versionIn((database) => database.prepare("select schema_version from installation").get())).toEqual({
    schema_version: earlier,
  });
});

describe("the secrets file of another installation", () => {
  const SENTENCE = /secrets\.json is not the secrets file of .*can't decrypt the stored data\. Replace it/;

  test("is refused by a server and by a command, and the right one works again", async () => {
    const rosa = await cli.addClient("Rosa");
    const other = commandLine();
    await other.make();
    const file = join(cli.data, "secrets.json");
    const own = readFileSync(file, "utf8");
    writeFileSync(file, readFileSync(join(other.data, "secrets.json"), "utf8"));
    for (const args of [["serve"], ["client", "list"], ["record", "export", rosa.clientId]]) {
      const { status, stderr } = await cli.firsthand(args, { PORT: "0" });
      expect(stderr).toMatch(SENTENCE);
      expect(stderr).toContain("The database is not damaged");
      expect(status).toBe(1);
    }
    writeFileSync(file, own);
    expect((await cli.firsthand(["client", "show", rosa.clientId])).status).toBe(0);
    other.remove();
  });
});

const notRoot = process.getuid?.() === 0 ? undefined : "files are given to another user by root alone";

testUnless(notRoot)(
  "what a command run by root creates belongs to the owner of the folder",
  { timeout: 60_000 },
  async () => {
    mkdirSync(cli.data);
    chownSync(cli.data, 65_534, 65_534);
    const rosa = await cli.addClient("Rosa");
    const ben = await cli.addClient("Ben");
    await cli.facts("client", "erase", rosa.clientId, "--yes");
    await cli.facts("secrets", "rotate-pepper");
    const server = await cli.serve({ NODE_ENV: "production" });
    await server.stop();
    const backups = join(cli.folder, "backups");
    mkdirSync(backups);
    await cli.facts("backup", join(backups, "monday.db"));
    const keys = join(backups, "firsthand.keys");
    chownSync(keys, 65_534, 65_534);
    await cli.facts("backup", join(backups, "tuesday.db"));
    await cli.facts("restore", join(backups, "tuesday.db"), "--force");
    const owners = readdirSync(cli.data).map((name) => [name, statSync(join(cli.data, name)).uid]);
    expect(owners).toEqual(readdirSync(cli.data).map((name) => [name, 65_534]));
    expect(owners.map(([name]) => name)).toEqual(
      expect.arrayContaining(["erased", "firsthand.db", "secrets.json"]),
    );
    expect(statSync(keys).uid).toBe(65_534);
    expect(ben.clientId).toBeDefined();
  },
);
