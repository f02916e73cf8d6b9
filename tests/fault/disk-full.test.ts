import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect } from "vitest";
import { readBack } from "../support/data/written.ts";
import { type Acknowledged, problemsOf, textOf } from "../support/faults/acknowledged.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { mountProblem, type SmallDisk, smallDisk } from "../support/faults/small-disk.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { fillFolder, type PreparedClient } from "../support/service/data-folder.ts";
import { WITH_RECORDING } from "../support/service/program.ts";
import {
  type Answer,
  callsOf,
  expectUnavailable,
  type RunningServer,
  readyServer,
  startServer,
} from "../support/service/server-on-folder.ts";

const CYCLES = trials(3, 20);
/** After 500 saves of one client, a save frees as much as it needs, and the disk is never full. */
const CYCLES_PER_CLIENT = 4;
const DISK_BYTES = 4_000_000;
const ANSWER_MAX_MS = 1_000;
/** The most saves that can still fit into the space that the log has already allocated on the disk. */
const SAVES_TO_FULL_MAX = 400;
/** Above the numbers of the texts that the clients have at first. */
const FIRST_TEXT = 100;

const mountedTest = testUnless(mountProblem());

let disk: SmallDisk | undefined;
let server: RunningServer | undefined;
beforeEach(() => {
  disk = undefined;
  server = undefined;
});
afterEach(async () => {
  await server?.stop("SIGKILL");
  disk?.remove();
});

async function fullableServer() {
  disk = smallDisk(DISK_BYTES);
  const { folder } = disk;
  const prepared = await fillFolder(folder, { clients: Math.ceil(CYCLES / CYCLES_PER_CLIENT) });
  // makes each session's next use due to be noted, which happens once a minute
  const database = new DatabaseSync(join(folder, "firsthand.db"));
  database.exec("update sessions set last_used_at = last_used_at - 120000");
  database.close();
  server = await readyServer(folder);
  const clients = prepared.map((client) => ({
    client,
    acknowledged: { clientId: client.clientId, texts: new Map([[1, client.text]]) },
  }));
  return { disk, server, clients };
}

function clientOf<Each>(clients: Each[], cycle: number): Each {
  const client = clients[Math.floor(cycle / CYCLES_PER_CLIENT)];
  if (!client) throw new Error("No client");
  return client;
}

function nextOf({ size }: Acknowledged["texts"]): number {
  return FIRST_TEXT + size;
}

/** Saves until one is refused, and checks that each answer is in time; records what was acknowledged. */
async function saveUntilFull(server: RunningServer, client: PreparedClient, { texts }: Acknowledged) {
  const { save } = callsOf(server, client);
  for (let saves = 0; saves < SAVES_TO_FULL_MAX; saves++) {
    const n = nextOf(texts);
    const answer = await save(n);
    expect(answer.ms).toBeLessThan(ANSWER_MAX_MS);
    if (answer.response.status !== 200) return answer;
    await note(answer, n, texts);
  }
  throw new Error(`The disk was not full after ${SAVES_TO_FULL_MAX} saves`);
}

async function note({ response }: Answer, n: number, texts: Map<number, string>): Promise<void> {
  const { data } = (await response.json()) as { data: { revision: number } };
  texts.set(data.revision, textOf(n));
}

const title =
  "a full disk: saves are refused within a second, reads go on, and saves do without a restart when there is room";
mountedTest(title, { timeout: trials(60_000, 300_000) }, async () => {
  const random = randomOf(seed);
  const { disk, server, clients } = await fullableServer();
  let slowest = 0;
  const problems: string[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const { client, acknowledged } = clientOf(clients, cycle);
    const { texts } = acknowledged;
    const { load, save, signIn } = callsOf(server, client);
    disk.fill();
    const refused = await saveUntilFull(server, client, acknowledged);
    slowest = Math.max(slowest, refused.ms);
    await expectUnavailable(refused);
    for (let reads = 0; reads < 5; reads++) {
      const loaded = await load();
      expect(loaded.response.status, `seed ${seed}, cycle ${cycle}`).toBe(200);
      expect(readBack(await loaded.response.json())).toBe([...texts.values()].at(-1));
      await expectUnavailable(await save(nextOf(texts)));
    }
    const signedIn = await signIn();
    if (signedIn.response.status !== 200) await expectUnavailable(signedIn);
    if (random() < 0.5) disk.clear();
    else disk.grow(DISK_BYTES * (cycle + 2));
    for (let saves = 1 + Math.floor(random() * 20); saves > 0; saves--) {
      const n = nextOf(texts);
      const stored = await save(n);
      expect(stored.response.status, `seed ${seed}, cycle ${cycle}`).toBe(200);
      await note(stored, n, texts);
    }
    problems.push(...(await problemsOf(disk.folder, acknowledged)));
  }
  expect(await server.stop("SIGTERM")).toBe(0);
  for (const { acknowledged } of clients) problems.push(...(await problemsOf(disk.folder, acknowledged)));
  const saves = clients.reduce((sum, { acknowledged }) => sum + acknowledged.texts.size, 0);
  recordFigure({
    promise: "P4",
    fault: "disk filled to the last byte",
    trials: CYCLES,
    losses: problems.length,
    note: `${saves} saves acknowledged, the slowest refusal after ${Math.round(slowest)} ms`,
  });
  expect(problems).toEqual([]);
});

const startTitle = "a full disk when the server starts: it starts or says what to do, and nothing is lost";
mountedTest(startTitle, { timeout: 30_000 }, async () => {
  const { disk, server: first, clients } = await fullableServer();
  const { client, acknowledged } = clientOf(clients, 0);
  disk.fill();
  await saveUntilFull(first, client, acknowledged);
  expect(await first.stop("SIGKILL")).toBeNull();
  disk.fill();
  const second = await startServer(disk.folder, undefined, WITH_RECORDING);
  if ("url" in second) expect(await second.stop("SIGTERM")).toBe(0);
  else
    expect(second).toMatchObject({ status: 1, said: expect.stringMatching(/^\S+firsthand\.\S+[^\n]+\n$/) });
  disk.clear();
  server = await readyServer(disk.folder);
  const { save } = callsOf(server, client);
  expect((await save(nextOf(acknowledged.texts))).response.status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(await problemsOf(disk.folder, acknowledged)).toEqual([]);
});
