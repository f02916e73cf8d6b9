import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HISTORY_MAX_STEPS } from "#contract/limits.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type AcknowledgedSave, missingSaves, type Writers, writersOf } from "../support/faults/writers.ts";
import { sendOnce } from "../support/peers/http-connection.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const WRITERS = 50;
const KILLED_WITHIN_MS = 150;
const FIRST_ANSWER_LIMIT_MS = 2_000;
/** A record's history is thinned to its maximum now and then; the newest half of the maximum is always there. */
const KEPT_STEPS = HISTORY_MAX_STEPS / 2;

let server: ServerProcess;
let clients: ServerClient[];
let writers: Writers;
beforeEach(async (context) => {
  tellSeed(context);
  server = await serverProcess();
  await server.start();
  clients = await server.signIn(WRITERS);
  writers = writersOf(server.url, clients);
});
afterEach(async () => {
  writers.close();
  await server.close();
});

test(
  "kill -9 of the server under 50 writers loses no acknowledged data",
  async () => {
    const random = randomOf(seed);
    const count = trials(6, 200);
    const acknowledged: AcknowledgedSave[] = [];
    const missing: AcknowledgedSave[] = [];
    const damage: string[] = [];
    let slowestMs = 0;
    let slowestStartMs = 0;
    writers.start();
    await writers.everyoneSaves();
    await writers.stop();
    for (let trial = 0; trial < count; trial++) {
      writers.start();
      await setTimeout(random() * KILLED_WITHIN_MS);
      await server.stop("SIGKILL");
      await writers.stop();
      slowestStartMs = Math.max(slowestStartMs, await server.start());
      slowestMs = Math.max(slowestMs, await firstAnswerMs());
      const fresh = writers.takeAcknowledged();
      acknowledged.push(...fresh);
      missing.push(...(await server.withStorage((storage) => missingSaves(storage, fresh))));
      damage.push(...server.damage());
    }
    missing.push(...(await server.withStorage((storage) => missingSaves(storage, recent(acknowledged)))));
    damage.push(...(await unreadable()));
    recordFigure({
      promise: "P1",
      fault: `kill -9 of the server under ${WRITERS} writers`,
      trials: count,
      losses: missing.length,
      note: `${acknowledged.length} saves acknowledged; at most ${Math.ceil(slowestStartMs)} ms to be ready again, and ${Math.ceil(slowestMs)} ms to the first answer`,
    });
    expect({ missing, damage }).toEqual({ missing: [], damage: [] });
    expect(slowestMs).toBeLessThan(FIRST_ANSWER_LIMIT_MS);
  },
  trials(180_000, 1_800_000),
);

async function firstAnswerMs(): Promise<number> {
  const began = performance.now();
  const token = clients[0]?.token;
  const ending = await sendOnce(server.url, { method: "GET", path: "/v1/onboarding", token });
  expect(ending).toMatchObject({ kind: "answered", status: 200 });
  return performance.now() - began;
}

function recent(saves: AcknowledgedSave[]): AcknowledgedSave[] {
  const newest = new Map<string, number>();
  for (const { clientId, revision } of saves) newest.set(clientId, revision);
  return saves.filter(({ clientId, revision }) => revision > (newest.get(clientId) ?? 0) - KEPT_STEPS);
}

/** Every revision of every client that cannot be opened. */
function unreadable(): Promise<string[]> {
  return server.withStorage(async (storage) => {
    const failed: string[] = [];
    for (const { clientId } of clients) {
      for (const { revision } of await storage.records.listRevisions(clientId)) {
        const record = await storage.records.loadRevision(clientId, revision).catch(() => undefined);
        if (!record) failed.push(`${clientId} ${revision}`);
      }
    }
    return failed;
  });
}
