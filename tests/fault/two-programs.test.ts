import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { trials } from "../support/faults/faults.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { type Service, startService } from "../support/service/service.ts";

/** Two programs that manage the same clients and repeat each call without waiting for its answer. */

const CLIENTS = trials(100, 10_000);
const PROGRAMS = 2;
const SENDINGS = 2;
const CALLS_AT_ONCE = 8;

let postgres: PostgresServer | undefined;
let servers: Service[];
beforeEach(() => {
  postgres = undefined;
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await postgres?.remove();
});

describe.each([
  ["SQLite", async () => [await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } })]],
  ["two servers on PostgreSQL", () => startOnPostgres()],
] as const)("on %s", (_where, start) => {
  test(`${CLIENTS} clients that both programs put twice are added once, and each call succeeds`, async () => {
    servers = await start();
    const [first = never()] = servers;
    const administrator = await consoleCaller(first, "administrator");
    const { token } = await administrator.send<{ token: string }>("POST", "/me/tokens", {
      name: "Both programs",
      days: 1,
      scopes: ["clients:read", "clients:write", "keys:write"],
      password: PASSWORD,
    });

    const counts = { added: 0, changed: 0, repeated: 0 };
    /**
     * Retries if the server asks for a retry, as a program does: both write the same rows, so one of them must wait.
     */
    const put = async (program: number, place: number): Promise<void> => {
      const server = servers[program % servers.length] ?? never();
      const path = `/v1/manage/clients/by-external-id/crm-${place}`;
      const body = { name: `Client ${place}`, phone: `+1 555 0${program}`, withKey: false };
      const response = await server.call("PUT", path, { token, body });
      await response.body?.cancel();
      if (response.status === 503) {
        counts.repeated += 1;
        return put(program, place);
      }
      expect([200, 201]).toContain(response.status);
      counts[response.status === 201 ? "added" : "changed"] += 1;
    };
    const programs = Array.from({ length: PROGRAMS }, async (_, program) => {
      let next = 0;
      await Promise.all(
        Array.from({ length: CALLS_AT_ONCE }, async () => {
          for (let place = next++; place < CLIENTS; place = next++)
            await Promise.all(Array.from({ length: SENDINGS }, () => put(program, place)));
        }),
      );
    });
    await Promise.all(programs);

    expect(counts.added + counts.changed).toBe(PROGRAMS * SENDINGS * CLIENTS);
    // the lost answer may have been the one of the addition
    expect(counts.added).toBeLessThanOrEqual(CLIENTS);
    expect(counts.added + counts.repeated).toBeGreaterThanOrEqual(CLIENTS);
    const known = new Set<string | null>();
    let count = 0;
    for (let after: string | null = ""; after !== null; ) {
      const page: Page = await administrator.read(`/clients?limit=200${after && `&after=${after}`}`);
      for (const { externalId } of page.clients) known.add(externalId);
      count += page.clients.length;
      after = page.next;
    }
    expect([count, known.size]).toEqual([CLIENTS, CLIENTS]);
  });
});

type Page = { clients: { externalId: string | null }[]; next: string | null };

async function startOnPostgres(): Promise<Service[]> {
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
  const env = {
    FIRSTHAND_RATE_SESSION: "0",
    DATABASE_URL: postgres.url("firsthand"),
    FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
  };
  return [await startService({ env }), await startService({ env })];
}

function never(): never {
  throw new Error("No server was started");
}
