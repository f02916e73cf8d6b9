import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrations } from "../../server/storage/migrations/migrate.ts";
import { readBack } from "../support/data/written.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { fillFolder, type PreparedClient, temporaryFolder } from "../support/service/data-folder.ts";
import { callsOf, expectUnavailable, readyServer, startServer } from "../support/service/server-on-folder.ts";

const PAGE_BYTES = 4_096;
const FLIPS = trials(6, 200);
const CLIENTS = 200;
/** The length of each client's answer, in characters. */
const LENGTH = 2_200;

let temporary: ReturnType<typeof temporaryFolder>;
let clients: PreparedClient[];
/** The folder with the intact database; each test starts from a copy. */
let whole: string;
/** The table or index that each page belongs to, by page number. */
let owners: Map<number, string>;
let folder: string;
let file: string;
beforeAll(async () => {
  temporary = temporaryFolder();
  whole = join(temporary.folder, "whole");
  folder = join(temporary.folder, "data");
  file = join(folder, "firsthand.db");
  clients = await fillFolder(whole, { clients: CLIENTS, length: LENGTH });
  owners = pageOwners(join(whole, "firsthand.db"));
  expect(owners.size).toBeGreaterThan(200);
});
afterAll(() => temporary.remove());
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(whole, folder, { recursive: true });
});

function pageOwners(path: string): Map<number, string> {
  const database = new DatabaseSync(path);
  const rows = database.prepare("select pageno, name from dbstat").all();
  database.close();
  return new Map(rows.map(({ pageno, name }) => [Number(pageno), String(name)]));
}

/** The result of damaging one byte: its kind, and what was wrong with the answers. */
type Outcome = { kind: "refused" | "not noticed" | "noticed"; problems: string[] };

/** Starts the server on a damaged file and has every client load their record. */
async function serveDamaged(owner: string): Promise<Outcome> {
  const before = readFileSync(file);
  const server = await startServer(folder);
  if (!("url" in server)) {
    expect(server.said).toMatch(/^\S+firsthand\.db: [^\n]+\. [^\n]+\n$/);
    expect(server.status).toBe(1);
    return { kind: "refused", problems: readFileSync(file).equals(before) ? [] : ["the file was changed"] };
  }
  const statuses = await Promise.all(clients.map((client) => loadAs(server, client)));
  expect(await server.stop("SIGTERM")).toBe(0);
  const refusals = statuses.filter((status) => status !== "200");
  // a damaged session either opens nothing or names a client that does not exist
  const isOfSessions = owner.includes("sessions");
  const isClear = (status: string) => status === "503" || (isOfSessions && ["401", "404"].includes(status));
  return {
    kind: refusals.length > 0 ? "noticed" : "not noticed",
    problems: refusals.filter((status) => !isClear(status)),
  };
}

/** The status of an answer, or what is wrong with it. */
async function loadAs(server: { url: string }, client: PreparedClient): Promise<string> {
  const answer = await callsOf(server, client).load();
  const { status } = answer.response;
  if (status === 503) await expectUnavailable(answer);
  if (status !== 200) return String(status);
  return readBack(await answer.response.json()) === client.text ? "200" : "200 with another answer";
}

test("a byte damaged on disk: the start is refused clearly, or no answer contains an unsaved record", {
  timeout: trials(120_000, 900_000),
}, async () => {
  const random = randomOf(seed);
  const bytes = readFileSync(join(whole, "firsthand.db"));
  const broken: string[] = [];
  const outcomes = { refused: 0, noticed: 0, "not noticed": 0 };
  for (let flip = 0; flip < FLIPS; flip++) {
    // every fifth flip hits the first page, on which all other pages depend
    const page = flip % 5 === 4 ? 1 : 1 + Math.floor(random() * owners.size);
    const place = (page - 1) * PAGE_BYTES + Math.floor(random() * PAGE_BYTES);
    const change = 1 + Math.floor(random() * 255);
    const owner = owners.get(page) ?? "";
    const damaged = Buffer.from(bytes);
    damaged[place] = (damaged[place] ?? 0) ^ change;
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    copyFileSync(join(whole, "secrets.json"), join(folder, "secrets.json"));
    writeFileSync(file, damaged);
    const { kind, problems } = await serveDamaged(owner);
    outcomes[kind]++;
    if (problems.length > 0)
      broken.push(`seed ${seed}, byte ${place} (${owner}) changed by ${change}: ${problems.join(", ")}`);
  }
  recordFigure({
    promise: "P8",
    fault: "one byte of the database damaged",
    trials: FLIPS,
    losses: broken.length,
    note: `${outcomes.refused} starts refused, ${outcomes.noticed} answered 503 or 401 for what was hit, ${outcomes["not noticed"]} without effect on any record`,
  });
  expect(broken).toEqual([]);
});

/** Changes the database in a way that Firsthand never does. */
function tamper(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test("a record with a damaged body or head: 503 until it is saved again, and other records are served", async () => {
  const [first, second, third, fourth] = clients;
  if (!first || !second || !third || !fourth) throw new Error("No clients");
  tamper(`update revisions set body = substr(body, 1, length(body) - 1) where client_id = '${first.clientId}';
    update records set revision = 7 where client_id = '${second.clientId}';
    delete from records where client_id = '${third.clientId}'`);
  const server = await readyServer(folder);
  for (const client of [first, second, third]) {
    const { load, save } = callsOf(server, client);
    await expectUnavailable(await load());
    if (client === third) await expectUnavailable(await save(1));
  }
  expect(await loadAs(server, fourth)).toBe("200");
  // saves the same answer as before, so that only the damage makes it necessary to store it
  for (const [place, client] of [first, second].entries()) {
    expect((await callsOf(server, client).save(place + 1, LENGTH)).response.status).toBe(200);
    expect(await loadAs(server, client)).toBe("200");
  }
  await server.stop("SIGTERM");
});

test.each([
  "update interviews set body = substr(body, 1, length(body) - 1)",
  "update interview_versions set hashes = '{'",
  "insert into settings (name, value, version, changed_at, changed_by) values ('provider-name', x'00', 1, 0, 'x')",
])("damaged data that every page needs (%s): the start is refused, and names the file", async (sql) => {
  tamper(sql);
  expect(await startServer(folder)).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^\S+firsthand\.db: [^\n]+\. [^\n]+\n$/),
  });
});

// the versions for writing and reading, the format of the schema, and the number of tables on the first page
test.each([18, 19, 47, 104])(
  "byte %i of the header damaged: the start is refused with what to do",
  async (place) => {
    const bytes = readFileSync(file);
    bytes[place] = 7;
    writeFileSync(file, bytes);
    expect(await startServer(folder)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^\S+firsthand\.db: it [^\n]+ [Rr]estore it from a backup[^\n]*\.\n$/),
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
  },
);

test("a database of a newer release: the start is refused with what to do, and the file stays unchanged", async () => {
  tamper(`update installation set schema_version = ${migrations.length + 1}`);
  const before = readFileSync(file);
  const start = await startServer(folder);
  expect(start).toMatchObject({
    status: 1,
    said: expect.stringMatching(
      /^\S+firsthand\.db: The database was written by a newer Firsthand .*Start the newer version\.\n$/,
    ),
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});
