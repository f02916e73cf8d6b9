import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../support/faults/faults.ts";
import { healthyClients, p99 } from "../support/faults/healthy-clients.ts";
import { attackerProcess } from "../support/security/attacker-process.ts";
import { floods } from "../support/security/floods.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const HEALTHY = 10;
const FLOODING = 20;
const CONNECTIONS = 500;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const SLOWER_MAX = 5;

/**
 * Compares times, which are unreliable on a busy machine, so only `npm run test:security` runs this, not each commit.
 */
describe.runIf(isLong)("while there are", () => {
  let server: ServerProcess;
  let clients: ServerClient[];
  let attacker: ReturnType<typeof attackerProcess>;
  let healthy: ReturnType<typeof healthyClients>;
  beforeAll(async () => {
    server = await serverProcess();
    await server.start();
    clients = await server.signIn(1 + FLOODING + HEALTHY);
    attacker = attackerProcess();
    healthy = healthyClients(server.url, clients.slice(1 + FLOODING));
    await healthy.workFor(ROUND_MS);
  });
  afterAll(async () => {
    healthy.close();
    await attacker.close();
    await server.close();
  });

  test.each(Object.keys(floods))(
    "%s, the p99 of others is at most five times the p99 without them",
    { timeout: 300_000 },
    async (name) => {
      const [client, ...others] = clients as [ServerClient, ...ServerClient[]];
      const flooding = others.slice(0, FLOODING);
      const quiet: number[] = [];
      const flooded: number[] = [];
      let tried = 0;
      for (let round = 0; round < ROUNDS; round++) {
        quiet.push(p99(await healthy.workFor(ROUND_MS)));
        attacker.begin({ name, target: { url: server.url, client, connections: CONNECTIONS, flooding } });
        flooded.push(p99(await healthy.workFor(ROUND_MS)));
        tried += await attacker.end();
      }
      const [before, during] = [median(quiet), median(flooded)];
      console.log(`${name}: p99 ${before.toFixed(1)} ms, flooded ${during.toFixed(1)} ms`);
      expect(tried).toBeGreaterThan(0);
      expect(during / before).toBeLessThanOrEqual(SLOWER_MAX);
      countTried(`floods: ${name}`, tried);
    },
  );
});

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
