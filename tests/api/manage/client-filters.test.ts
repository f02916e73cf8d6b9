import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, isoOf, MINUTE_MS } from "#contract/instants.ts";
import type { AddedClient, ClientList } from "#contract/manage/clients.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { type PostgresServer, startPostgres } from "../../support/peers/postgres-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** Filters that help integrations keep their own data up to date. */

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
});
afterAll(() => postgres.remove());

describe.each(["SQLite", "PostgreSQL"])("on %s", (engine) => {
  let service: Service;
  let manager: ConsoleCaller;
  const added = new Map<string, AddedClient>();
  beforeAll(async () => {
    const env =
      engine === "SQLite"
        ? {}
        : {
            DATABASE_URL: postgres.url("firsthand"),
            FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
          };
    service = await startService({ env });
    manager = await consoleCaller(service);
    for (const name of ["Ana", "Ben", "Cem", "Dora"]) {
      const email = `${name === "Dora" ? "ben" : name.toLowerCase()}@shop.example`;
      const body = { name, email, externalId: `crm ${name}` };
      added.set(name, await manager.send<AddedClient>("POST", "/clients", body));
    }
  });
  afterAll(() => service.close());

  let since: string;
  beforeEach(() => {
    service.time.now += MINUTE_MS;
    since = isoOf(service.time.now);
  });

  type Query = { [name: string]: string | number };
  const addressed = (query: Query) =>
    new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const list = (query: Query) => manager.read<ClientList>(`/clients?${addressed(query)}`);
  async function names(query: Query) {
    const { clients, total } = await list(query);
    expect(total).toBe(clients.length);
    return clients.map(({ name }) => name);
  }
  const clientOf = (name: string) => added.get(name) as AddedClient;
  async function signIn(name: string): Promise<string> {
    const { accessKey } = clientOf(name);
    const response = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
    return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
  }

  test("an address finds all clients who have it, in upper or lower case, and no partial match", async () => {
    expect(await names({ email: "ben@shop.example" })).toEqual(["Ben", "Dora"]);
    expect(await names({ email: " BEN@Shop.EXAMPLE" })).toEqual(["Ben", "Dora"]);
    expect(await names({ email: "en@shop.example" })).toEqual([]);
  });

  test("an external id finds its client by exact match", async () => {
    expect(await names({ externalId: "crm Ana" })).toEqual(["Ana"]);
    expect(await names({ externalId: "crm ana" })).toEqual([]);
  });

  test("an interview finds its clients", async () => {
    expect(await names({ interview: OWN_INTERVIEW })).toEqual(["Ana", "Ben", "Cem", "Dora"]);
    expect(await names({ interview: "iv_none" })).toEqual([]);
  });

  test("a time finds the clients added, changed, signed in, saved or given a key since then", async () => {
    expect(await names({ updatedSince: isoOf(service.time.now - 30 * DAY_MS) })).toHaveLength(4);
    expect(await names({ updatedSince: since })).toEqual([]);
    await manager.send("PATCH", `/clients/${clientOf("Ana").clientId}`, { phone: since });
    expect(await names({ updatedSince: since })).toEqual(["Ana"]);
    await manager.send("POST", `/clients/${clientOf("Dora").clientId}/keys`, {});
    expect(await names({ updatedSince: since })).toEqual(["Ana", "Dora"]);
    const token = await signIn("Cem");
    expect(await names({ updatedSince: since })).toEqual(["Ana", "Cem", "Dora"]);
    service.time.now += MINUTE_MS;
    await service.call("PUT", "/v1/onboarding", { token, body: { data: written(since) } });
    expect(await names({ updatedSince: isoOf(service.time.now) })).toEqual(["Cem"]);
    expect(await names({ updatedSince: isoOf(service.time.now + 1) })).toEqual([]);
  });

  test("a change without effect is not an update", async () => {
    const { clientId } = clientOf("Ana");
    await manager.send("PATCH", `/clients/${clientId}`, { name: "Ana" });
    await manager.send("POST", `/clients/${clientId}/notes`, { text: "a note" });
    await manager.read(`/clients/${clientId}/record`);
    expect(await names({ updatedSince: since })).toEqual([]);
  });

  test("all filters apply at once, together with the others, and continue across pages", async () => {
    for (const name of ["Ana", "Ben", "Dora"])
      await manager.send("PATCH", `/clients/${clientOf(name).clientId}`, { phone: since });
    const query = { updatedSince: since, email: "ben@shop.example", state: "invited", limit: 1 };
    const first = await list(query);
    expect(first).toMatchObject({ total: 2, clients: [{ name: "Ben" }], next: expect.any(String) });
    const second = await list({ ...query, after: first.next ?? "" });
    expect(second).toMatchObject({ total: 2, clients: [{ name: "Dora" }], next: null });
    expect(await names({ ...query, limit: 50, externalId: "crm Dora", order: "added" })).toEqual(["Dora"]);
    expect(await names({ ...query, limit: 50, externalId: "crm Ana" })).toEqual([]);
    expect(await names({ ...query, limit: 50, search: "dora", interview: OWN_INTERVIEW })).toEqual(["Dora"]);
    for (const other of [{ updatedSince: isoOf(0) }, { email: "ana@shop.example" }, { externalId: "x" }]) {
      const response = await manager.call(
        "GET",
        `/clients?${addressed({ ...query, ...other, after: first.next ?? "" })}`,
      );
      expect((await expectFailure(response, "VALIDATION_ERROR")).details?.[0]?.path).toBe("after");
    }
  });

  test("no filter finds another manager's clients", async () => {
    const other = await consoleCaller(service);
    for (const query of ["email=ben@shop.example", "externalId=crm%20Ana", `updatedSince=${isoOf(0)}`])
      expect(await other.read<ClientList>(`/clients?${query}`)).toMatchObject({ clients: [], total: 0 });
  });

  test.each([
    ["updatedSince", "yesterday"],
    ["updatedSince", ""],
    ["updatedSince", "2026-11-01"],
    ["updatedSince", "2026-13-01T00:00:00Z"],
    ["updatedSince", `2026-11-01T00:00:00.${"0".repeat(100)}Z`],
    ["updatedSince", "2026-11-01T00:00:00Z' or 1=1"],
    ["email", "ben"],
    ["email", ""],
    ["email", `${"x".repeat(300)}@shop.example`],
    ["email", "b\0n@shop.example"],
    ["externalId", ""],
    ["externalId", "x".repeat(101)],
    ["externalId", "a\0b"],
  ])("%s is refused where it is %j", async (name, value) => {
    const response = await manager.call("GET", `/clients?${addressed({ [name]: value })}`);
    expect((await expectFailure(response, "VALIDATION_ERROR")).details?.[0]?.path).toBe(name);
  });
});
