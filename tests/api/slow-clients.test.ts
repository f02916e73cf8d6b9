import { afterAll, beforeAll, expect, test } from "vitest";
import { HTTP_LIMITS } from "../../server/http/http-edge.ts";
import { trials } from "../support/faults/faults.ts";
import { healthyClients, p99 } from "../support/faults/healthy-clients.ts";
import { countTried } from "../support/security/security-counts.ts";
import { slowProcess } from "../support/security/slow-process.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

/** Slow callers are cut off in time, and other callers do not notice them (promise P32). */

const HEALTHY = 50;
/** Callers that send headers slowly, callers that send a body slowly, and callers that send nothing. */
const SLOW_OF_EACH = trials(50, 500);
const THINK_MS = 500;
const QUIET_MS = trials(1_500, 10_000);
const P99_MAX_MS = 100;
const SLOWER_MAX = 3;
/** Shorter times are noise on a busy machine. */
const FLOOR_MS = 50;
const ATTACKS_MAX = 3;
/** Node checks its connections at intervals, and the rest is the machine's load. */
const LATE_MAX_MS = trials(3_000, 1_000);

let server: ServerProcess;
let slow: ReturnType<typeof slowProcess>;
let healthy: ReturnType<typeof healthyClients>;
let slowClient: ServerClient;
beforeAll(async () => {
  server = await serverProcess();
  await server.start();
  const [first, ...others] = await server.signIn(1 + HEALTHY);
  if (!first) throw new Error("Nobody signed in");
  slowClient = first;
  healthy = healthyClients(server.url, others, { thinkMs: THINK_MS });
  slow = slowProcess();
});
afterAll(async () => {
  healthy.close();
  await slow.close();
  await server.close();
});

/**
 * The 99th percentile of other callers' waiting time, before and during the slow calls; all slow callers are cut off in
 * time.
 */
async function oneAttack(): Promise<{ quiet: number; attacked: number }> {
  const quiet = p99(await healthy.workFor(QUIET_MS));
  const sending = slow.sendSlowly({ url: server.url, token: slowClient.token, ofEach: SLOW_OF_EACH });
  const attacked = p99(await healthy.workDuring(sending));
  const lived = await sending;
  const { headersTimeout, requestTimeout } = HTTP_LIMITS;
  for (const [kind, limitMs] of [
    ["headers", headersTimeout],
    ["nothing", headersTimeout],
    ["bodies", requestTimeout],
  ] as const) {
    expect(lived[kind], kind).toHaveLength(SLOW_OF_EACH);
    expect(Math.max(...lived[kind]), kind).toBeLessThanOrEqual(limitMs + LATE_MAX_MS);
    // and not before a client with a bad connection could finish
    expect(Math.min(...lived[kind]), kind).toBeGreaterThan(limitMs - 1_000);
    countTried(`slow clients: ${kind}`, SLOW_OF_EACH);
  }
  return { quiet, attacked };
}

test(`slow or silent clients, ${SLOW_OF_EACH} of each kind at once, are cut off in time, and ${HEALTHY} others are served as before`, async () => {
  // the first requests after a server's start are not representative
  await healthy.workFor(500);
  const maxOf = (quiet: number) => trials(SLOWER_MAX * Math.max(quiet, FLOOR_MS), P99_MAX_MS);
  const seen: { quiet: number; attacked: number }[] = [];
  const isAsBefore = () => seen.some(({ quiet, attacked }) => attacked <= maxOf(quiet));
  // other load on the machine varies, but the cost of slow callers would show in each attack
  while (seen.length < ATTACKS_MAX && !isAsBefore()) seen.push(await oneAttack());
  expect(isAsBefore(), JSON.stringify(seen)).toBe(true);
}, 180_000);
