import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeNames, type TokenScope } from "#contract/api/scopes.ts";
import type { ApiToken } from "#contract/manage/accounts.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** What API tokens may do. The matrix (`tests/api/access`) tests that each route requires its scope. */

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

type Added = ApiToken & { token: string };

const ask = (scopes: unknown) =>
  manager.call("POST", "/me/tokens", { name: "Robot", days: 1, scopes, password: PASSWORD });
async function make(scopes: TokenScope[]): Promise<Added> {
  const { data } = (await (await ask(scopes)).json()) as { data: Added };
  return data;
}
const call = ({ token }: Added, method: string, path: string, more: object = {}) =>
  service.call(method, `/v1/manage${path}`, { token, ...more });

test("a token has the scopes it was created with, in a fixed order, and the list shows them", async () => {
  const made = await make(["keys:write", "clients:read"]);
  expect(made.scopes).toEqual(["clients:read", "keys:write"]);
  const { tokens } = await manager.read<{ tokens: ApiToken[] }>("/me/tokens");
  expect(tokens.find(({ tokenId }) => tokenId === made.tokenId)).toMatchObject({
    scopes: ["clients:read", "keys:write"],
  });
  const [event] = await service.storage.audit.listAll({ limit: 1 });
  expect(event).toMatchObject({
    kind: "token.added",
    detail: `${made.tokenId} clients:read keys:write`,
  });
});

test.each([
  ["none", []],
  ["no list", undefined],
  ["one that there is not", ["clients:read", "accounts:write"]],
  ["one twice", ["clients:read", "clients:read"]],
  ["what is no list", "clients:read"],
])("%s is refused for a token", async (_, scopes) => {
  const { details } = await expectFailure(await ask(scopes), "VALIDATION_ERROR");
  expect(details?.[0]?.path).toMatch(/^scopes/);
});

describe("a refusal", () => {
  test("names the missing scope, in the caller's language", async () => {
    const token = await make(["answers:read"]);
    const english = await expectFailure(await call(token, "GET", "/clients"), "SCOPE_MISSING");
    expect(english.message).toBe(
      "This API token doesn’t have the scope clients:read. Create a token with that scope on your account page.",
    );
    const headers = { "accept-language": "es" };
    const spanish = await call(token, "GET", "/clients", { headers });
    expect(await spanish.json()).toMatchObject({
      code: "SCOPE_MISSING",
      message: expect.stringContaining("le falta el permiso clients:read"),
    });
  });

  test("comes before anything is read or done", async () => {
    const token = await make(["clients:read"]);
    await expectFailure(await call(token, "POST", "/clients", { body: { name: "" } }), "SCOPE_MISSING");
    await expectFailure(await call(token, "GET", "/clients/cl_none/record"), "SCOPE_MISSING");
    expect(await manager.read("/clients")).toMatchObject({ total: 0 });
  });

  test("requires the same scope for bulk approvals as for one approval", async () => {
    const { clientId } = await manager.send<{ clientId: string }>("POST", "/clients", { name: "Rosa" });
    const body = { act: { action: "approve" }, on: { ids: [clientId] } };
    const writing = await make(["clients:read", "clients:write", "keys:write"]);
    const refused = await expectFailure(await call(writing, "POST", "/bulk", { body }), "SCOPE_MISSING");
    expect(refused.message).toContain("answers:write");
    const approving = await make(["clients:write", "keys:write", "answers:write"]);
    const started = await call(approving, "POST", "/bulk", { body });
    const { data } = (await started.json()) as { data: { bulkId: string } };
    await expectFailure(await call(writing, "POST", `/bulk/${data.bulkId}/undo`), "SCOPE_MISSING");
    expect((await call(approving, "POST", `/bulk/${data.bulkId}/undo`)).status).toBe(200);
  });

  test("names each of several scopes in turn: adding a client includes a key", async () => {
    const body = { name: "Rosa's Bakery" };
    const missing = async (...scopes: TokenScope[]) =>
      (await expectFailure(await call(await make(scopes), "POST", "/clients", { body }), "SCOPE_MISSING"))
        .message;
    expect(await missing("keys:write")).toContain("clients:write");
    expect(await missing("clients:write")).toContain("keys:write");
    expect(
      (await call(await make(["clients:write", "keys:write"]), "POST", "/clients", { body })).status,
    ).toBe(200);
  });
});

test("any token can ask who it is, and none can do what is for people, whatever its scopes", async () => {
  const narrow = await make(["interviews:write"]);
  expect(await (await call(narrow, "GET", "/me")).json()).toMatchObject({
    data: { managerId: manager.managerId },
  });
  const whole = await make([...scopeNames]);
  for (const path of ["/audit", "/managers", "/webhooks", "/mail-templates", "/me/tokens", "/me/mail"])
    await expectFailure(await call(whole, "GET", path), "TOKEN_NOT_ENOUGH");
});

test("a token has no more rights than its owner has now", async () => {
  const owner = await consoleCaller(service);
  const body = { name: "Robot", days: 1, scopes: scopeNames, password: PASSWORD };
  const token = await owner.send<Added>("POST", "/me/tokens", body);
  await expectFailure(await call(token, "GET", "/audit"), "FORBIDDEN");
  expect(await (await call(token, "GET", "/clients")).json()).toMatchObject({ data: { total: 0 } });
});

test("a scope in the database that this release does not know gives no access", async () => {
  const made = await make(["clients:read"]);
  const database = new DatabaseSync(service.config.databaseFile);
  database.prepare("update api_tokens set scopes = 'all clients' where token_id = ?").run(made.tokenId);
  database.close();
  await expectFailure(await call(made, "GET", "/clients"), "SCOPE_MISSING");
});
