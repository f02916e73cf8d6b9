import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { readBack } from "../support/data/written.ts";
import { type Acknowledged, problemsOf, textOf } from "../support/faults/acknowledged.ts";
import { recordFigure } from "../support/faults/faults.ts";
import { immutableProblem, setImmutable } from "../support/faults/immutable.ts";
import { tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { fillFolder, type PreparedClient, temporaryFolder } from "../support/service/data-folder.ts";
import {
  callsOf,
  expectUnavailable,
  type RunningServer,
  readyServer,
} from "../support/service/server-on-folder.ts";

const SAVES = 10;
const timeout = 30_000;

let temporary: ReturnType<typeof temporaryFolder>;
let folder: string;
let files: string[];
let client: PreparedClient;
let acknowledged: Acknowledged;
beforeEach(async () => {
  temporary = temporaryFolder();
  folder = join(temporary.folder, "data");
  files = ["firsthand.db", "firsthand.db-wal"].map((name) => join(folder, name));
  const [prepared] = await fillFolder(folder);
  if (!prepared) throw new Error("No client");
  client = prepared;
  acknowledged = { clientId: client.clientId, texts: new Map([[1, client.text]]) };
});
afterEach(() => {
  for (const file of files.filter((path) => existsSync(path))) setImmutable(file, false);
  temporary.remove();
});

async function save(server: RunningServer, n: number): Promise<void> {
  expect((await callsOf(server, client).save(n)).response.status).toBe(200);
  acknowledged.texts.set(acknowledged.texts.size + 1, textOf(n));
}

/** Saves are refused clearly, and reads answer with what was last acknowledged. */
async function expectReadOnly(server: RunningServer): Promise<void> {
  const calls = callsOf(server, client);
  for (let n = 10; n < 10 + SAVES; n++) {
    await expectUnavailable(await calls.save(n));
    const { response } = await calls.load();
    expect(response.status).toBe(200);
    expect(readBack(await response.json())).toBe([...acknowledged.texts.values()].at(-1));
  }
  await expectUnavailable(await calls.signIn());
}

async function expectWellAgain(server: RunningServer, fault: string): Promise<void> {
  await save(server, 99);
  expect(await server.stop("SIGTERM")).toBe(0);
  const problems = await problemsOf(folder, acknowledged);
  recordFigure({ promise: "P4", fault, trials: SAVES, losses: problems.length });
  expect(problems).toEqual([]);
}

const title =
  "the database made read-only under the server: saves are refused, reads go on, and saves do when it is not any more";
testUnless(immutableProblem())(title, { timeout }, async () => {
  const server = await readyServer(folder);
  await save(server, 2);
  for (const file of files) expect(setImmutable(file, true)).toBe(true);
  await expectReadOnly(server);
  for (const file of files) setImmutable(file, false);
  await expectWellAgain(server, "database files made read-only");
});

const systemTitle =
  "a file system that the system made read-only: saves are refused, reads go on, and saves do when it is well";
testUnless(tracingProblem())(systemTitle, { timeout }, async () => {
  const calls = ["pwrite64", "fsync", "fdatasync", "ftruncate"];
  const server = await readyServer(folder, {
    log: join(temporary.folder, "log"),
    calls,
    paths: files,
    inject: [`${calls.join(",")}:error=EROFS:when=1+`],
  });
  await expectReadOnly(server);
  await server.heal();
  await expectWellAgain(server, "file system made read-only by the system");
});
