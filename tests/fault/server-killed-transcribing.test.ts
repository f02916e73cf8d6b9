import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { queueTake } from "../support/data/queued-take.ts";
import { recordedBy } from "../support/data/spoken-take.ts";
import { written } from "../support/data/written.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { WITH_RECORDING } from "../support/service/program.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const WORDS = "the words of the engine";
/** About the time from the queue to the record, half of which the engine takes. */
const KILLED_WITHIN_MS = 1_500;
const STOP_LIMIT_MS = 8_000;

let server: ServerProcess;
let client: ServerClient;
beforeEach(tellSeed);
afterEach(() => server.close());

/** Starts a server whose engine is this script. */
async function startWith(script: string): Promise<void> {
  server = await serverProcess({
    ...WITH_RECORDING,
    FIRSTHAND_TRANSCRIBER: "command",
    FIRSTHAND_TRANSCRIBER_COMMAND: JSON.stringify(["/bin/sh", "-c", script, "{wav}"]),
  });
  await server.start();
  [client] = (await server.signIn(1)) as [ServerClient];
}

test(
  "kill -9 of the server while it transcribes: the take is transcribed once after the restart",
  async () => {
    await startWith(`sleep 0.5; echo ${WORDS}`);
    const random = randomOf(seed);
    const count = trials(5, 200);
    const sound = recordedBy("webm");
    const wrong: string[] = [];
    let slowestMs = 0;
    for (let trial = 0; trial < count; trial++) {
      const takeId = crypto.randomUUID();
      const before = await saveNaming(takeId);
      const name = { clientId: client.clientId, takeId };
      await queueTake(server.databaseFile, name, { sound, now: Date.now() });
      await setTimeout(random() * KILLED_WITHIN_MS);
      await server.stop("SIGKILL");
      await server.start();
      const began = performance.now();
      const found = await server.withStorage((storage) => whenSettled(storage, takeId));
      slowestMs = Math.max(slowestMs, performance.now() - began);
      const expected = { state: "transcribed", content: WORDS, revisions: before + 1 };
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(JSON.stringify({ trial, found }));
    }
    const damage = server.damage();
    recordFigure({
      promise: "P13",
      fault: "kill -9 of the server while it transcribes a take",
      trials: count,
      losses: wrong.length,
      note: `at most ${Math.ceil(slowestMs)} ms from the restart to the words in the record`,
    });
    expect({ wrong, damage }).toEqual({ wrong: [], damage: [] });
  },
  trials(240_000, 1_800_000),
);

test("a server stopped while its engine works gives the take back, and the next one continues", async () => {
  // the engine hangs on its first call
  await startWith(`cd ..; [ -e asked ] && echo ${WORDS} && exit; touch asked; sleep 100`);
  const takeId = crypto.randomUUID();
  const before = await saveNaming(takeId);
  const name = { clientId: client.clientId, takeId };
  await queueTake(server.databaseFile, name, { sound: recordedBy("webm"), now: Date.now() });
  await vi.waitFor(() => expect(existsSync(join(server.cli.data, "asked"))).toBe(true), { timeout: 10_000 });
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(STOP_LIMIT_MS);
  const given = await server.withStorage((storage) => storage.takes.list(client.clientId));
  expect(given).toMatchObject([{ state: "queued", attempts: 0 }]);
  expect(readdirSync(server.cli.data).filter((entry) => entry.startsWith("work-"))).toEqual([]);
  await server.start();
  const found = await server.withStorage((storage) => whenSettled(storage, takeId));
  expect(found).toEqual({ state: "transcribed", content: WORDS, revisions: before + 1 });
}, 60_000);

/** Saves a record whose only answer names the take; returns the revision. */
async function saveNaming(takeId: string): Promise<number> {
  const answer = { type: "audio", id: takeId, timestamp: "2026-11-21T10:00:00.000Z" };
  const response = await fetch(`${server.url}/v1/onboarding`, {
    method: "PUT",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: written("", answer) }),
  });
  const { data } = (await response.json()) as { data: { revision: number } };
  return data.revision;
}

/** What the database says once the job is gone, however the job ended. */
async function whenSettled(storage: Storage, takeId: string) {
  const { state } = await vi.waitFor(
    async () => {
      const takes = await storage.takes.list(client.clientId);
      const take = takes.find((listed) => listed.takeId === takeId);
      if (!take || take.attempts !== null) throw new Error("There is still a job");
      return take;
    },
    { timeout: 20_000, interval: 20 },
  );
  const stored = await storage.records.load(client.clientId);
  const entry = stored?.record["customer-acquisition"] as WrittenEntry | undefined;
  return { state, content: entry?.responses[0]?.content, revisions: stored?.revision };
}
