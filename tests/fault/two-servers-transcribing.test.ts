import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import { openPostgres } from "../../server/storage/postgres/postgres.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { queueTakeIn } from "../support/data/queued-take.ts";
import { recordedBy } from "../support/data/spoken-take.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { WITH_RECORDING } from "../support/service/program.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const WORDS = "the words of the engine";
const TAKES_EACH = 5;
const CLIENTS = trials(6, 100);
const KILLS = trials(3, 20);
/** The lease of a dead server ends after 30 seconds. */
const DONE_WITHIN_MS = trials(120_000, 1_200_000);

let postgres: PostgresServer;
let servers: ServerProcess[];
beforeEach(async (context) => {
  tellSeed(context);
  servers = [];
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
  for (let place = 0; place < 2; place++) {
    const server = await serverProcess({
      DATABASE_URL: postgres.url("firsthand"),
      FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
      ...WITH_RECORDING,
      FIRSTHAND_TRANSCRIBER: "command",
      FIRSTHAND_TRANSCRIBER_COMMAND: JSON.stringify(["/bin/sh", "-c", `sleep 0.2; echo ${WORDS}`, "{wav}"]),
    });
    await server.start();
    servers.push(server);
  }
}, 60_000);
afterEach(async () => {
  for (const server of servers) await server.close();
  await postgres.remove();
});

function serverAt(place: number): ServerProcess {
  const server = servers[place % servers.length];
  if (!server) throw new Error("No server was started");
  return server;
}

test(
  `two servers, one of them killed repeatedly, transcribe ${CLIENTS * TAKES_EACH} takes once each`,
  async () => {
    const clients = await serverAt(0).signIn(CLIENTS);
    const takeIds = clients.map(() => Array.from({ length: TAKES_EACH }, () => crypto.randomUUID()));
    for (const [place, client] of clients.entries()) await saveNaming(client, takeIds[place] ?? []);
    const engine = await openPostgres([postgres.url("firsthand")]);
    const sound = recordedBy("webm");
    for (const [place, { clientId }] of clients.entries()) {
      for (const takeId of takeIds[place] ?? [])
        await queueTakeIn(engine, { clientId, takeId }, { sound, now: Date.now() });
    }
    await engine.close();
    const random = randomOf(seed);
    for (let kill = 0; kill < KILLS; kill++) {
      await setTimeout(500 + random() * 1_500);
      const victim = serverAt(Math.floor(random() * 2));
      await victim.stop("SIGKILL");
      await victim.start();
    }
    const wrong = await serverAt(0).withStorage(async (storage) => {
      const found: string[] = [];
      for (const { clientId } of clients) {
        const outcome = await whenSettled(storage, clientId);
        const expected = { texts: Array<string>(TAKES_EACH).fill(WORDS), revisions: 1 + TAKES_EACH };
        if (JSON.stringify(outcome) !== JSON.stringify(expected))
          found.push(JSON.stringify({ clientId, outcome }));
      }
      return found;
    });
    recordFigure({
      promise: "P13",
      fault: `kill -9 of one of two servers on PostgreSQL that transcribe ${CLIENTS * TAKES_EACH} takes`,
      trials: KILLS,
      losses: wrong.length,
      note: "each take's words came into the record once",
    });
    expect(wrong).toEqual([]);
  },
  DONE_WITHIN_MS + 60_000,
);

/** Saves a record whose answers are these takes. */
async function saveNaming({ token }: ServerClient, takeIds: string[]): Promise<void> {
  const responses = takeIds.map((id) => ({
    type: "audio",
    id,
    content: "",
    timestamp: "2026-11-21T10:00:00.000Z",
  }));
  const response = await fetch(`${serverAt(1).url}/v1/onboarding`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { "customer-acquisition": { responses } } }),
  });
  expect(response.status).toBe(200);
}

/** What the record says once the client has no jobs left. */
async function whenSettled(storage: Storage, clientId: string) {
  await vi.waitFor(
    async () => {
      const takes = await storage.takes.list(clientId);
      if (takes.some(({ attempts }) => attempts !== null)) throw new Error("There is still a job");
    },
    { timeout: DONE_WITHIN_MS, interval: 200 },
  );
  const stored = await storage.records.load(clientId);
  const entry = stored?.record["customer-acquisition"] as WrittenEntry | undefined;
  return { texts: entry?.responses.map(({ content }) => content) ?? [], revisions: stored?.revision };
}
