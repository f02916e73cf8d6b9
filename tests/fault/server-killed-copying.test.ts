import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queueTake } from "../support/data/queued-take.ts";
import { recordedBy } from "../support/data/spoken-take.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type ObjectStore, objectStore } from "../support/peers/object-store.ts";
import { WITH_RECORDING } from "../support/service/program.ts";
import { type ServerProcess, serverProcess } from "../support/service/server-process.ts";

/** About the time from a copy's arrival at the store until the database records it. */
const KILLED_WITHIN_MS = 150;

const PATIENTLY = { timeout: 20_000, interval: 5 };

let store: ObjectStore;
let server: ServerProcess;
beforeEach(tellSeed);
beforeEach(async () => {
  store = await objectStore();
  server = await serverProcess({ ...store.env, ...WITH_RECORDING });
});
afterEach(async () => {
  await server.close();
  await store.close();
});

test(
  "kill -9 of the server while it copies a take to object storage: one complete copy, and no other object",
  async () => {
    await server.start();
    const [client] = await server.signIn(1);
    const clientId = client?.clientId ?? "";
    const random = randomOf(seed);
    const count = trials(2, 100);
    const sound = recordedBy("webm");
    const wrong: string[] = [];
    for (let trial = 0; trial < count; trial++) {
      const before = puts();
      const name = { clientId, takeId: crypto.randomUUID() };
      await queueTake(server.databaseFile, name, { sound, now: Date.now() });
      await vi.waitFor(() => expect(puts()).toBeGreaterThan(before), PATIENTLY);
      await setTimeout(random() * KILLED_WITHIN_MS);
      await server.stop("SIGKILL");
      await server.start();
      const found = await whenSettled(name);
      const objects = (await store.keys()).length;
      if (found !== "not-transcribed, whole" || objects !== trial + 1)
        wrong.push(JSON.stringify({ trial, found, objects }));
    }
    recordFigure({
      promise: "P13",
      fault: "kill -9 of the server while it copies a take to object storage",
      trials: count,
      losses: wrong.length,
    });
    expect({ wrong, damage: server.damage() }).toEqual({ wrong: [], damage: [] });
  },
  trials(240_000, 1_800_000),
);

const puts = () => store.requests.filter((request) => request.startsWith("PUT ")).length;

/** The take's state once its job is gone, and whether its copy can be read in full. */
async function whenSettled(name: { clientId: string; takeId: string }): Promise<string> {
  const { storage, audio } = await server.cli.open(store.env);
  try {
    const state = await vi.waitFor(async () => {
      const takes = await storage.takes.list(name.clientId);
      const take = takes.find(({ takeId }) => takeId === name.takeId);
      if (!take || take.attempts !== null) throw new Error("There is still a job");
      return take.state;
    }, PATIENTLY);
    const size = (await audio.size(name)) ?? 0;
    let read = 0;
    for await (const piece of audio.read(name, { first: 0, last: size - 1 })) read += piece.length;
    return `${state}, ${size > 1_000 && read === size ? "whole" : `${read} of ${size}`}`;
  } finally {
    await storage.close();
  }
}
