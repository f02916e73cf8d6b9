import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { scopeNames, type TokenScope } from "#contract/api/scopes.ts";
import { DAY_MS, isoOf } from "#contract/instants.ts";
import { BODY_MAX_BYTES } from "#contract/limits.ts";
import type { AddedClient, Client, ClientList } from "#contract/manage/clients.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { type PostgresServer, startPostgres } from "../../support/peers/postgres-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** Another program keeps its clients in sync, each by the id in that program. */

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

describe.each(["SQLite", "PostgreSQL"] as const)("on %s", (engine) => {
  let servers: Service[];
  let admin: ConsoleCaller;
  let manager: ConsoleCaller;
  beforeAll(async () => {
    servers = await startServers(engine);
    admin = await consoleCaller(first(), "administrator");
    manager = await consoleCaller(first());
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  let count = 0;
  let id: string;
  beforeEach(() => {
    id = `crm-${++count}`;
  });

  const first = () => serverAt(servers, 0);
  const put = (body: unknown, { by = manager, of = id, at = 0 } = {}) =>
    serverAt(servers, at).call("PUT", `/v1/manage/clients/by-external-id/${encodeURIComponent(of)}`, {
      headers: { ...CONSOLE, cookie: by.cookie },
      body,
    });
  const all = async (by = admin) => (await by.read<ClientList>("/clients?limit=200")).clients;
  const eventsOf = async (clientId: string) =>
    (await first().storage.audit.list(clientId)).map(({ kind, detail }) => [kind, detail]);

  test("an unknown client is added, and answered like an added client", async () => {
    const facts = { name: "Rosa's Bakery", email: "ROSA@bakery.example", language: "es", tags: ["Website"] };
    const made = await put({ ...facts, externalId: id });
    const { data } = (await made.json()) as { data: AddedClient };
    expect(made.status).toBe(201);
    expect(data).toEqual({
      clientId: expect.any(String),
      keyId: expect.any(String),
      accessKey: expect.stringMatching(/^fh_/),
      link: expect.stringContaining(data.accessKey ?? "?"),
      expiresAt: expect.any(String),
    });
    expect(await manager.read<Client>(`/clients/${data.clientId}`)).toMatchObject({
      ...facts,
      email: "rosa@bakery.example",
      externalId: id,
      managerId: manager.managerId,
      tags: [{ name: "Website" }],
      state: "invited",
    });
  });

  test("without a key on request", async () => {
    const made = await put({ name: "Rosa", withKey: false });
    expect([made.status, await made.json()]).toEqual([
      201,
      { data: { clientId: expect.any(String), keyId: null, accessKey: null, link: null, expiresAt: null } },
    ]);
  });

  test("an existing client is changed: fields not sent stay, and null removes a value", async () => {
    const { clientId } = await dataOf<AddedClient>(
      await put({ name: "Rosa", email: "rosa@a.example", phone: "1", contact: "Ana", dueOn: "2026-12-04" }),
    );
    const changed = await put({ phone: null, contact: "Bea", tags: ["SEO"] });
    expect(changed.status).toBe(200);
    const client = await dataOf<Client>(changed);
    expect(client).toMatchObject({
      clientId,
      name: "Rosa",
      email: "rosa@a.example",
      phone: null,
      contact: "Bea",
      dueOn: "2026-12-04",
      externalId: id,
      tags: [{ name: "SEO" }],
    });
    expect(client).toEqual(await manager.read<Client>(`/clients/${clientId}`));
    expect(await eventsOf(clientId)).toContainEqual(["client.changed", "contact phone tags"]);
  });

  test("the same again changes nothing and writes no event", async () => {
    const body = { name: "Rosa", email: "rosa@b.example", tags: ["SEO", "Website"], manager: manager.email };
    const { clientId } = await dataOf<AddedClient>(await put(body));
    const events = await eventsOf(clientId);
    for (const again of [body, { ...body, tags: ["website", "seo"] }, {}])
      expect((await put(again)).status).toBe(200);
    expect(await eventsOf(clientId)).toEqual(events);
  });

  test("answers, an interview and a key count only for a new client", async () => {
    const answers = { "customer-acquisition": { responses: [{ content: "Word of mouth." }] } };
    const body = { name: "Rosa", answers };
    const { clientId } = await dataOf<AddedClient>(await put(body));
    const events = await eventsOf(clientId);
    const again = await put({ ...body, interviewId: "iv_none", withKey: true });
    expect(await dataOf<Client>(again)).toMatchObject({ clientId, completed: 1, keys: [expect.anything()] });
    expect(await eventsOf(clientId)).toEqual(events);
  });

  test.each<[string, object, string]>([
    ["no name", { email: "rosa@c.example" }, "name"],
    ["a name without a character", { name: " " }, "name"],
    ["a name that is null", { name: null }, "name"],
    ["no address", { name: "Rosa", email: "rosa" }, "email"],
    ["another external id than the path has", { name: "Rosa", externalId: "crm-other" }, "externalId"],
    ["an interview that there is not", { name: "Rosa", interviewId: "iv_none" }, "interviewId"],
    ["answers to no question", { name: "Rosa", answers: { nothing: {} } }, "answers.nothing"],
    ["what is not known", { name: "Rosa", state: "approved" }, "state"],
  ])("%s adds no client and names the field", async (_, body, path) => {
    const before = (await all()).length;
    const { details } = await expectFailure(await put(body), "VALIDATION_ERROR");
    expect(details?.[0]?.path).toBe(path);
    expect(await all()).toHaveLength(before);
  });

  test.each([
    ["longer than it may be", "x".repeat(101), 400],
    ["of no character that is seen", " ", 422],
    ["with a NUL", "a\0b", 422],
    ["that turns the text around", "a\u202eb", 422],
    ["with half a character", "%ED%A0%80", 400],
  ])("an external id %s is refused", async (_, of, status) => {
    const path = of.startsWith("%") ? of : encodeURIComponent(of);
    const response = await manager.call("PUT", `/clients/by-external-id/${path}`, { name: "Rosa" });
    expect(response.status).toBe(status);
  });

  test.each(["a/b?c#d", "ID 7 & Söhne", "👍".repeat(50), "interview", "'; drop table clients;--", "%2e"])(
    "an external id can be %j",
    async (text) => {
      expect((await put({ name: "Rosa" }, { of: text })).status).toBe(201);
      expect(await dataOf<Client>(await put({}, { of: text }))).toMatchObject({ externalId: text });
      const { clients } = await manager.read<ClientList>(`/clients?externalId=${encodeURIComponent(text)}`);
      expect(clients).toHaveLength(1);
    },
  );

  test("a body that is cut off, or is too large, changes nothing", async () => {
    await expectFailure(await put('{"name": "Ro'), "INVALID_JSON");
    await expectFailure(await put(JSON.stringify({ name: "x".repeat(BODY_MAX_BYTES) })), "BODY_TOO_LARGE");
    expect((await put({})).status).toBe(422);
  });

  test("another manager's client is neither seen nor changed, and an administrator can change any", async () => {
    const { clientId } = await dataOf<AddedClient>(await put({ name: "Rosa" }));
    const other = await consoleCaller(first());
    await expectFailure(await put({ name: "Mine" }, { by: other }), "EXTERNAL_ID_TAKEN");
    expect(await manager.read<Client>(`/clients/${clientId}`)).toMatchObject({ name: "Rosa" });
    await expectFailure(await put({ manager: other.email }), "FORBIDDEN");
    const given = await put({ manager: other.email.toUpperCase() }, { by: admin });
    expect(await dataOf<Client>(given)).toMatchObject({ clientId, managerId: other.managerId });
    expect((await put({ phone: "2" }, { by: other })).status).toBe(200);
    await expectFailure(await put({ phone: "3" }), "VALIDATION_ERROR");
  });

  test("the external id of an erased client can be used again", async () => {
    const { clientId } = await dataOf<AddedClient>(await put({ name: "Rosa" }));
    await admin.send("DELETE", `/clients/${clientId}`, { name: "Rosa" });
    const made = await put({ name: "Rosa again" });
    expect(made.status).toBe(201);
    expect((await dataOf<AddedClient>(made)).clientId).not.toBe(clientId);
  });

  test("a client who goes back to an absent manager belongs to that manager", async () => {
    const away = await consoleCaller(first());
    await put({ name: "Rosa" }, { by: away });
    await away.send("PUT", `/managers/${away.managerId}/away`, {
      handTo: manager.managerId,
      until: isoOf(first().time.now + 30 * DAY_MS).slice(0, 10),
    });
    const body = { manager: away.managerId };
    const client = await dataOf<Client>(await put(body, { by: admin }));
    expect(client).toMatchObject({
      managerId: manager.managerId,
      goesBackTo: { managerId: away.managerId },
    });
    const events = await eventsOf(client.clientId);
    await put(body, { by: admin });
    expect(await eventsOf(client.clientId)).toEqual(events);
  });

  test("a program needs each of its scopes, and answers:write for answers", async () => {
    const tokenOf = (scopes: TokenScope[]) =>
      manager.send<{ token: string }>("POST", "/me/tokens", {
        name: "CRM",
        days: 1,
        scopes,
        password: PASSWORD,
      });
    const path = `/v1/manage/clients/by-external-id/${id}`;
    const body = { name: "Rosa" };
    const needed: TokenScope[] = ["clients:read", "clients:write", "keys:write"];
    for (const missing of needed) {
      const { token } = await tokenOf(scopeNames.filter((scope) => scope !== missing));
      await expectFailure(await first().call("PUT", path, { token, body }), "SCOPE_MISSING");
    }
    const { token } = await tokenOf(needed);
    const answers = { "customer-acquisition": { responses: [{ content: "Word of mouth." }] } };
    const withAnswers = { ...body, answers };
    await expectFailure(await first().call("PUT", path, { token, body: withAnswers }), "SCOPE_MISSING");
    await expectFailure(
      await first().call("POST", "/v1/manage/clients", { token, body: withAnswers }),
      "SCOPE_MISSING",
    );
    expect((await first().call("PUT", path, { token, body })).status).toBe(201);
  });

  test("of two simultaneous programs with the same ids, each id gets one client, and no call fails", async () => {
    const ids = Array.from({ length: 12 }, (_, place) => `both-${engine}-${place}`);
    const answers = await Promise.all(
      ids.flatMap((of, place) =>
        [0, 1, 2].map((program) =>
          put({ name: `Client ${place}`, phone: `55501${program}` }, { of, at: program, by: admin }),
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(ids.length);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2 * ids.length);
    const known = (await all()).flatMap(({ externalId }) => externalId ?? []);
    expect(known.filter((each) => each.startsWith("both-")).toSorted()).toEqual(ids.toSorted());
  });

  async function startServers(on: typeof engine): Promise<Service[]> {
    const rate = { FIRSTHAND_RATE_SESSION: "0" };
    if (on === "SQLite") return [await startService({ env: rate })];
    await postgres.run("create database firsthand");
    const env = {
      ...rate,
      DATABASE_URL: postgres.url("firsthand"),
      FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
    };
    return [await startService({ env }), await startService({ env })];
  }
});

function serverAt(servers: Service[], place: number): Service {
  const server = servers[place % servers.length];
  if (!server) throw new Error("No server was started");
  return server;
}

async function dataOf<Data>(response: Response): Promise<Data> {
  const body = (await response.json()) as { data: Data };
  expect(body).toEqual({ data: expect.anything() });
  return body.data;
}
