import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SearchLine } from "#contract/manage/search.ts";
import { openDatabase } from "../../tests/support/service/opened-database.ts";
import { NO_VIEW } from "../storage/clients/managed-clients.ts";
import { aClient, aKey, aSave, NOW, testMasterKeys } from "../storage/storage.suite.ts";
import { type AnswerSearchQuery, openSearch, type Search } from "./search.ts";

let folder: string;
let file: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
/** The permission check that a search makes before it reports a hit. */
let within: (typeof database)["storage"]["clients"]["within"];
let search: Search;
const warnings: unknown[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-search-"));
  file = join(folder, "firsthand.db");
  database = await openDatabase(file);
  within = database.storage.clients.within;
  warnings.length = 0;
  search = openOn(file);
  await addClient("cl_1");
});
afterEach(async () => {
  await search.close();
  await database.storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function openOn(databaseFile: string, idleMs = 0): Search {
  return openSearch({
    database: { databaseHosts: undefined, databaseFile },
    storage: { clients: { ...database.storage.clients, within: (...args) => within(...args) } },
    masterKeys: () => [testMasterKeys().current()],
    logger: { warn: (fields: unknown) => void warnings.push(fields) },
    threads: { count: 1, idleMs },
  });
}

async function addClient(clientId: string, at = NOW): Promise<void> {
  const { storage } = database;
  await storage.clients.add(aClient(clientId), aKey(clientId, clientId), []);
  await storage.records.save(aSave("flour", { clientId, at }));
}

const wantedBy = (managerId: string): AnswerSearchQuery => ({
  query: "flour",
  in: ["answers"],
  managerId,
  scope: "all",
  view: NO_VIEW,
  interviews: [],
});
const begin = (managerId: string) => search.begin(wantedBy(managerId));
async function linesOf(lines: Readable): Promise<SearchLine[]> {
  return (await text(lines))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SearchLine);
}
const outcomeOf = async (lines: Readable) => (await linesOf(lines)).at(-1);

/** Holds every search before its first line until the returned function is called. */
function holdSearches(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = within;
  within = (...args) => promise.then(() => held(...args));
  return resolve;
}

test("hits, progress and the end are sent as lines", async () => {
  expect(await linesOf(await begin("mg_1"))).toMatchObject([
    { type: "hit", clientId: "cl_1", score: 10 },
    { type: "progress", searched: 1, found: 1 },
    { type: "end", outcome: "complete", searched: 1, found: 1, more: 0, unreadable: 0 },
  ]);
});

test("a manager's next search ends the previous one", async () => {
  const release = holdSearches();
  const first = begin("mg_1");
  const second = begin("mg_1");
  release();
  expect(await outcomeOf(await first)).toMatchObject({ type: "end", outcome: "replaced" });
  expect(await outcomeOf(await second)).toMatchObject({ type: "end", outcome: "complete" });
});

test("a third search is refused while two are running, and an abandoned one makes room", async () => {
  const release = holdSearches();
  const [first, second] = [begin("mg_1"), begin("mg_2")];
  await expect(begin("mg_3")).rejects.toMatchObject({ code: "SEARCH_BUSY" });
  release();
  (await first).destroy();
  expect(await outcomeOf(await begin("mg_3"))).toMatchObject({ outcome: "complete" });
  expect(await outcomeOf(await second)).toMatchObject({ outcome: "complete" });
});

test("a client erased after their page was read is not a hit", async () => {
  const release = holdSearches();
  const lines = begin("mg_1");
  await database.storage.erasing.softDeleteClient({ clientId: "cl_1", at: 1 }, []);
  release();
  expect((await linesOf(await lines)).map(({ type }) => type)).toEqual(["progress", "end"]);
});

test("erasing truncates the log while a search is running", async () => {
  const release = holdSearches();
  const lines = begin("mg_1");
  await database.storage.erasing.softDeleteClient({ clientId: "cl_1", at: 1 }, []);
  expect(await database.engine.eraseFreedPages()).toBe(true);
  release();
  await linesOf(await lines);
});

test("damaged data costs a search one client, who is counted", async () => {
  await addClient("cl_2");
  // sealed with another client's key
  await database.engine.write((db) =>
    db
      .updateTable("revisions")
      .set({
        body: (other) =>
          other.selectFrom("revisions as r").select("r.body").where("r.client_id", "=", "cl_2"),
      })
      .where("client_id", "=", "cl_1")
      .execute(),
  );
  expect((await linesOf(await begin("mg_1"))).filter(({ type }) => type !== "progress")).toMatchObject([
    { type: "hit", clientId: "cl_2" },
    { type: "end", outcome: "complete", searched: 2, found: 1, unreadable: 1 },
  ]);
});

test("a record too large for a page is searched too", async () => {
  const long = `${"water ".repeat(3_000)}`;
  const responses = Array.from({ length: 10 }, (_, place) => ({ id: `a${place}`, content: `${long}rye` }));
  const save = aSave("flour");
  const record = { long: { section: "s", question: "q", responses } } as never;
  await database.storage.records.save({
    ...save,
    compose: (...args) => ({ ...save.compose(...args), record }),
  });
  const lines = await linesOf(await search.begin({ ...wantedBy("mg_1"), query: "rye" }));
  expect(lines[0]).toMatchObject({ type: "hit", clientId: "cl_1", more: 7 });
});

test("an unreadable database is a failure, and the next search tries again", async () => {
  const away = openOn(join(folder, "away", "firsthand.db"));
  await expect(away.begin(wantedBy("mg_1"))).rejects.toThrow("The search has ended");
  await expect(away.begin(wantedBy("mg_1"))).rejects.toThrow("The search has ended");
  expect(warnings).toHaveLength(2);
  await away.close();
});

test("a failure after the first line ends the lines with that failure", async () => {
  // added later than cl_1
  for (let count = 1_000; count < 1_500; count++) await addClient(`cl_${count}`, NOW + count);
  const held = within;
  let pages = 0;
  within = (...args) => (++pages === 1 ? held(...args) : Promise.reject(new Error("away")));
  const lines = await linesOf(await begin("mg_1"));
  expect(lines.at(-1)).toMatchObject({ type: "end", outcome: "failed", searched: 125 });
});

/** The nice value of each thread of this process, from Linux's /proc. */
function niceValues(): number[] {
  const statOf = (task: string) => readFileSync(`/proc/self/task/${task}/stat`, "utf8");
  // the thread's name is in parentheses
  return readdirSync("/proc/self/task").map((task) => Number(statOf(task).split(") ")[1]?.split(" ")[16]));
}

test.runIf(process.platform === "linux")("its thread yields the processor to others", async () => {
  const waiting = openOn(file, 60_000);
  await linesOf(await waiting.begin(wantedBy("mg_1")));
  const own = getPriority();
  // 19 is the highest nice value
  expect(niceValues().filter((nice) => nice !== own)).toEqual([Math.min(own + 10, 19)]);
  await waiting.close();
});

test("a stopping server ends the running searches", async () => {
  const release = holdSearches();
  const lines = begin("mg_1").catch(String);
  await search.close();
  release();
  expect(await lines).toContain("its thread is gone");
});
