import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { readBack } from "../support/data/written.ts";
import { type Acknowledged, problemsOf, textOf } from "../support/faults/acknowledged.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { readTrace, type Tracing, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { fillFolder, type PreparedClient, temporaryFolder } from "../support/service/data-folder.ts";
import {
  callsOf,
  expectUnavailable,
  type RunningServer,
  readyServer,
  startServer,
} from "../support/service/server-on-folder.ts";

/** Each fault happens once, or from one call on until the disk recovers. */
const FAULTS = ["fsync:error=EIO", "pwrite64:error=EIO", "pwrite64:error=ENOSPC"].flatMap((fault) => [
  { fault, isLasting: false },
  { fault, isLasting: true },
]);
const POINTS = trials(3, 60);
const SAVES = 12;

const tracedTest = testUnless(tracingProblem());

let temporary: ReturnType<typeof temporaryFolder>;
let folder: string;
beforeEach(() => {
  temporary = temporaryFolder();
  folder = join(temporary.folder, "data");
});
afterEach(() => temporary.remove());

const tracing = (inject: string[] = []): Tracing => ({
  log: join(temporary.folder, "log"),
  calls: ["fsync", "pwrite64", "pread64"],
  paths: [join(folder, "firsthand.db"), join(folder, "firsthand.db-wal")],
  inject,
});

/** A new folder with one client who has saved once; the server was killed, so the next start has a log to read. */
async function freshClient() {
  rmSync(folder, { recursive: true, force: true });
  const [client] = await fillFolder(folder, { isKilled: true });
  if (!client) throw new Error("No client");
  const acknowledged: Acknowledged = { clientId: client.clientId, texts: new Map([[1, client.text]]) };
  return { client, acknowledged };
}

/** Saves and loads repeatedly: every 200 is true and stays true, and every other answer is a clear 503. */
async function saveThrough(
  server: RunningServer,
  client: PreparedClient,
  { texts }: Acknowledged,
  saves = SAVES,
) {
  const { load, save } = callsOf(server, client);
  const refused = { saves: 0, loads: 0 };
  for (let n = 2; n < 2 + saves; n++) {
    const saved = await save(n);
    if (saved.response.status === 200) {
      const { data } = (await saved.response.json()) as { data: { revision: number } };
      texts.set(data.revision, textOf(n));
    } else {
      await expectUnavailable(saved);
      refused.saves++;
    }
    const loaded = await load();
    if (loaded.response.status === 200) {
      expect(readBack(await loaded.response.json())).toBe([...texts.values()].at(-1));
    } else {
      await expectUnavailable(loaded);
      refused.loads++;
    }
  }
  return refused;
}

/** Counts how often a server without faults makes each call. */
async function callsOfAGoodRun(saves = SAVES): Promise<{ [name: string]: number }> {
  const { client, acknowledged } = await freshClient();
  const server = await readyServer(folder, tracing());
  expect(await saveThrough(server, client, acknowledged, saves)).toEqual({ saves: 0, loads: 0 });
  expect(await server.stop("SIGTERM")).toBe(0);
  const calls = Object.entries(Object.groupBy(readTrace(tracing().log), ({ name }) => name));
  return Object.fromEntries(calls.map(([name, all = []]) => [name, all.length]));
}

type Trial = { fault: string; isLasting: boolean; at: number };

/**
 * Fails the disk at that point; returns what was broken and how many saves were refused, or undefined if the start was.
 */
async function failAt({
  fault,
  isLasting,
  at,
}: Trial): Promise<{ problems: string[]; refused: number | undefined }> {
  const { client, acknowledged } = await freshClient();
  const server = await startServer(folder, tracing([`${fault}:when=${at}${isLasting ? "+" : ""}`]));
  if (!("url" in server)) {
    expect(server.said).toMatch(/^\S+firsthand\.db\S*(: | cannot )[^\n]+\n$/);
    expect(server.status).toBe(1);
    return { problems: await problemsOf(folder, acknowledged), refused: undefined };
  }
  const refused = await saveThrough(server, client, acknowledged);
  expect(refused.loads).toBe(0);
  const isKilled = isLasting && at % 2 === 0;
  if (!isKilled) {
    await server.heal();
    expect((await callsOf(server, client).save(1)).response.status).toBe(200);
  }
  const status = await server.stop(isKilled ? "SIGKILL" : "SIGTERM");
  expect(status).toBe(isKilled ? null : 0);
  return { problems: await problemsOf(folder, acknowledged), refused: refused.saves };
}

const title =
  "a disk that fails, once or until it is well: nothing is acknowledged that is not there after a restart, and the server stays up";
tracedTest(title, { timeout: trials(60_000, 600_000) }, async () => {
  const counts = await callsOfAGoodRun();
  const random = randomOf(seed);
  const broken: string[] = [];
  let refusedSaves = 0;
  let refusedStarts = 0;
  for (let point = 0; point < POINTS; point++) {
    const { fault, isLasting } = FAULTS[point % FAULTS.length] ?? { fault: "", isLasting: false };
    const calls = counts[fault.split(":")[0] ?? ""] ?? 0;
    // spreads the points over the whole run
    const place = (Math.floor(point / FAULTS.length) + random()) / (POINTS / FAULTS.length);
    const trial = { fault, isLasting, at: 1 + Math.floor(place * calls) };
    const label = `seed ${seed}, ${fault}${isLasting ? ", lasting," : ""} at call ${trial.at} of ${calls}`;
    const { problems, refused } = await failAt(trial).catch((cause) => {
      throw new Error(`${label}: ${cause.message}`, { cause });
    });
    if (problems.length > 0) broken.push(`${label}: ${problems.join(", ")}`);
    if (refused === undefined) refusedStarts++;
    else refusedSaves += refused;
  }
  recordFigure({
    promise: "P3",
    fault: "flush or write that fails, once or for a while",
    trials: POINTS,
    losses: broken.length,
    note: `${refusedSaves} saves answered 503, ${refusedStarts} starts refused`,
  });
  expect(broken).toEqual([]);
});

const startTitle =
  "a disk that fails when the server starts: it says so and ends, and the next start has everything";
tracedTest(startTitle, { timeout: 30_000 }, async () => {
  const { acknowledged } = await freshClient();
  const start = await startServer(folder, tracing(["fsync:error=EIO:when=1"]));
  expect(start).toMatchObject({
    status: 1,
    said: expect.stringMatching(/firsthand\.db-wal cannot.*Check the disk/),
  });
  expect(await (await readyServer(folder)).stop("SIGTERM")).toBe(0);
  expect(await problemsOf(folder, acknowledged)).toEqual([]);
});

const readTitle =
  "a disk that cannot be read: answered 503 and never with less than there is, and served again when it can";
tracedTest(readTitle, { timeout: 30_000 }, async () => {
  const { pread64: idle = 0 } = await callsOfAGoodRun(0);
  const { pread64 = 0 } = await callsOfAGoodRun();
  const { client, acknowledged } = await freshClient();
  // fails reads only after the start, which would be refused if nothing could be read
  const from = Math.floor(idle + (pread64 - idle) * (0.25 + randomOf(seed)() / 4));
  const server = await readyServer(folder, tracing([`pread64:error=EIO:when=${from}+`]));
  const { loads } = await saveThrough(server, client, acknowledged);
  expect(loads, `seed ${seed}`).toBeGreaterThan(0);
  const { load, save } = callsOf(server, client);
  await server.heal();
  expect((await load()).response.status).toBe(200);
  expect((await save(1)).response.status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(await problemsOf(folder, acknowledged)).toEqual([]);
});
