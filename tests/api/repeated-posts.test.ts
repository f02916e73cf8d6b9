import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { scopeNames } from "#contract/api/scopes.ts";
import { HOUR_MS } from "#contract/instants.ts";
import { IDEMPOTENCY_KEY_MAX_LENGTH } from "#contract/limits.ts";
import type { ClientList, IssuedAccessKey } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { REPEATABLE_HOURS } from "#contract/manage/limits.ts";
import { runMaintenance } from "../../server/housekeeping.ts";
import { StorageUnavailable } from "../../server/storage/engine/faults.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The field of a new API token that these tests read. */
type AddedApiToken = { token: string };

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
});
afterAll(() => service.close());

let count = 0;
const newKey = () => `key-${++count}`;

/** A call with an idempotency key, using the console's cookie or a token. */
const post = (path: string, body: unknown, key: string, { by = manager, token = "" } = {}) =>
  service.call("POST", `/v1/manage${path}`, {
    ...(token && { token }),
    headers: { ...(token ? {} : { ...CONSOLE, cookie: by.cookie }), "idempotency-key": key },
    ...(body !== undefined && { body }),
  });
const named = async (name: string, by = manager) =>
  (await by.read<ClientList>(`/clients?search=${encodeURIComponent(name)}`)).clients;
const issuedOf = async (response: Response) => ((await response.json()) as { data: IssuedAccessKey }).data;
const isReplayed = (response: Response) => response.headers.get("idempotent-replayed") === "true";

describe("a call with an idempotency key", () => {
  test("that is repeated gets the first answer again, and creates nothing", async () => {
    const key = newKey();
    const first = await post("/clients", { name: "Ina" }, key);
    const again = await post("/clients", { name: "Ina" }, key);
    expect([first.status, isReplayed(first)]).toEqual([200, false]);
    expect([again.status, isReplayed(again)]).toEqual([200, true]);
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(await again.text()).toBe(await first.text());
    expect(await named("Ina")).toHaveLength(1);
  });

  test("sent twenty times at once creates one client", async () => {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post("/clients", { name: "Twenty" }, key)),
    );
    for (const answer of answers) {
      if (answer.status === 200) await answer.text();
      else await expectFailure(answer, "CALL_UNFINISHED");
    }
    expect(answers.filter((answer) => answer.status === 200 && !isReplayed(answer))).toHaveLength(1);
    expect(await named("Twenty")).toHaveLength(1);
  });

  test("repeated while the first one runs gets a conflict, and later its answer", async () => {
    const { addMany } = service.storage.clients;
    const held = Promise.withResolvers<void>();
    const reached = new Promise<void>((resolve) => {
      vi.spyOn(service.storage.clients, "addMany").mockImplementationOnce(async (...args) => {
        resolve();
        await held.promise;
        return addMany(...args);
      });
    });
    const key = newKey();
    const first = post("/clients", { name: "Held" }, key);
    await reached;
    await expectFailure(await post("/clients", { name: "Held" }, key), "CALL_UNFINISHED");
    held.resolve();
    const { clientId } = await issuedOf(await first);
    expect((await issuedOf(await post("/clients", { name: "Held" }, key))).clientId).toBe(clientId);
    expect(await named("Held")).toHaveLength(1);
  });

  test("with another body, or at another address, is refused", async () => {
    const key = newKey();
    const { clientId } = await issuedOf(await post("/clients", { name: "Uwe" }, key));
    await expectFailure(await post("/clients", { name: "Uwe B." }, key), "IDEMPOTENCY_MISMATCH");
    await expectFailure(await post(`/clients/${clientId}/pin`, undefined, key), "IDEMPOTENCY_MISMATCH");
    expect(await named("Uwe")).toHaveLength(1);
  });

  test("is the same however its body is spelled", async () => {
    const key = newKey();
    const one = await post("/clients", '{"name":"Spelled","email":"s@example.com"}', key);
    const other = await post("/clients", '{ "email": "s@example.com",\n"name": "Spelled" }', key);
    expect(await issuedOf(other)).toEqual(await issuedOf(one));
  });

  test("belongs to one caller: another caller creates their own, and so does a token of the same manager", async () => {
    const key = newKey();
    const other = await consoleCaller(service);
    const { token } = await manager.send<AddedApiToken>("POST", "/me/tokens", {
      name: "CRM",
      days: 30,
      scopes: scopeNames,
      password: PASSWORD,
    });
    const answers = [
      await post("/clients", { name: "Theirs" }, key),
      await post("/clients", { name: "Theirs" }, key, { by: other }),
      await post("/clients", { name: "Theirs" }, key, { token }),
      await post("/clients", { name: "Theirs" }, key, { token }),
    ];
    expect(answers.map(isReplayed)).toEqual([false, false, false, true]);
    const ids = await Promise.all(answers.map(async (answer) => (await issuedOf(answer)).clientId));
    expect(new Set(ids).size).toBe(3);
    expect(await named("Theirs")).toHaveLength(2);
    expect(await named("Theirs", other)).toHaveLength(1);
  });

  test("of a person cannot be repeated with a token", async () => {
    const key = newKey();
    const made = await post(
      "/me/tokens",
      { name: "Laptop", days: 30, scopes: scopeNames, password: PASSWORD },
      key,
    );
    const { token } = ((await made.json()) as { data: AddedApiToken }).data;
    await expectFailure(
      await post("/me/tokens", { name: "Laptop", days: 30, scopes: scopeNames, password: PASSWORD }, key, {
        token,
      }),
      "TOKEN_NOT_ENOUGH",
    );
  });

  test("leaves its key free when it is refused, by its shape or by the current state", async () => {
    const key = newKey();
    await expectFailure(await post("/clients", { name: "" }, key), "VALIDATION_ERROR");
    await expectFailure(await post("/clients/import", { csv: "name\n" }, key), "VALIDATION_ERROR");
    await expectFailure(await post("/clients/cl_none/notes", { text: "?" }, key), "NOT_FOUND");
    expect(isReplayed(await post("/clients", { name: "Free" }, key))).toBe(false);
    expect(await named("Free")).toHaveLength(1);
  });

  test("with an unknown outcome is not run again", async () => {
    const key = newKey();
    const { addMany } = service.storage.clients;
    vi.spyOn(service.storage.clients, "addMany").mockImplementationOnce(async (...args) => {
      await addMany(...args);
      throw new StorageUnavailable("The connection was lost after the commit.");
    });
    await expectFailure(await post("/clients", { name: "Lost" }, key), "UNAVAILABLE");
    const { message } = await expectFailure(await post("/clients", { name: "Lost" }, key), "CALL_UNFINISHED");
    expect(message).toContain("check whether the change was made");
    expect(await named("Lost")).toHaveLength(1);
  });

  test("whose answer cannot be stored is answered all the same, and not run again", async () => {
    const key = newKey();
    vi.spyOn(service.storage.repeatableCalls, "keepAnswer").mockRejectedValueOnce(
      new StorageUnavailable("The disk is full."),
    );
    expect((await post("/clients", { name: "Full" }, key)).status).toBe(200);
    await expectFailure(await post("/clients", { name: "Full" }, key), "CALL_UNFINISHED");
    expect(await named("Full")).toHaveLength(1);
  });

  test("is new after a day, even without a cleanup", async () => {
    const key = newKey();
    const waiting = newKey();
    await post("/clients", { name: "Daily" }, key);
    await post("/clients", { name: "Daily" }, waiting);
    const { token } = await manager.send<AddedApiToken>("POST", "/me/tokens", {
      name: "Daily",
      days: 30,
      scopes: scopeNames,
      password: PASSWORD,
    });
    await post("/clients", { name: "Daily" }, key, { token });
    service.time.now += REPEATABLE_HOURS * HOUR_MS;
    expect(isReplayed(await post("/clients", { name: "Daily" }, key, { token }))).toBe(true);
    service.time.now += 1;
    expect(isReplayed(await post("/clients", { name: "Daily" }, key, { token }))).toBe(false);
    await runMaintenance(service.storage, service.time.now);
    expect(storedCalls()).toBe(1);
    manager = await consoleCaller(service);
  });
});

describe("what is stored for a repeat", () => {
  test("is removed with the client", async () => {
    const keys = [newKey(), newKey(), newKey()] as const;
    const csv = "name\nImported\n";
    const { clientId, accessKey } = await issuedOf(await post("/clients", { name: "Gone" }, keys[0]));
    await post(`/clients/${clientId}/notes`, { text: "Likes tea" }, keys[1]);
    expect((await post("/clients/import", { csv }, keys[2])).status).toBe(200);
    expect(storedCalls("answer is not null")).toBeGreaterThanOrEqual(3);
    const administrator = await consoleCaller(service, "administrator");
    const erased = await administrator.call("DELETE", `/clients/${clientId}`, { name: "Gone" });
    expect(erased.status).toBe(200);
    expect(storedCalls("answer is not null and client_id is null")).toBe(0);

    await expectFailure(
      await post(`/clients/${clientId}/notes`, { text: "Likes tea" }, keys[1]),
      "NOT_FOUND",
    );
    await expectFailure(await post("/clients/import", { csv }, keys[2]), "CALL_UNFINISHED");
    expect(await named("Imported")).toHaveLength(1);
    const anew = await post("/clients", { name: "Gone" }, keys[0]);
    expect(isReplayed(anew)).toBe(false);
    expect((await issuedOf(anew)).accessKey).not.toBe(accessKey);
  });

  test("contains neither the key nor readable words of the answer", async () => {
    const key = newKey();
    await post("/clients", { name: "Readable Bakery" }, key);
    const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
    const rows = database.prepare("select * from repeatable_calls").all();
    database.close();
    const text = rows.flatMap(Object.values).map(textOf).join("\n");
    expect(text).toContain("FHSEAL");
    for (const word of [key, "Readable", "accessKey"]) expect(text).not.toContain(word);
  });
});

describe("a malformed key", () => {
  test.each([
    ["empty", ""],
    ["too long", "k".repeat(IDEMPOTENCY_KEY_MAX_LENGTH + 1)],
    ["of 256 characters", "k".repeat(256)],
    ["with a tab", "a\tb"],
    ["with what is no ASCII", "clé"],
  ])("is refused: %s", async (_name, key) => {
    const { message } = await expectFailure(
      await post("/clients", { name: "Malformed" }, key),
      "IDEMPOTENCY_KEY_INVALID",
    );
    expect(message).toContain("1 to 200");
    expect(await named("Malformed")).toEqual([]);
  });

  test("with other control characters is refused by the parser", async () => {
    const { cookie } = manager;
    const headers = { ...CONSOLE, cookie, host: "localhost", "idempotency-key": "a\u0001b" };
    const injected = await service.app.inject({
      method: "POST",
      url: "/v1/manage/clients",
      headers,
      payload: { name: "Malformed" },
    });
    expect([injected.statusCode, injected.json()]).toEqual([
      400,
      expect.objectContaining({ code: "IDEMPOTENCY_KEY_INVALID" }),
    ]);
  });

  test("can have the maximum length", async () => {
    const key = "k".repeat(IDEMPOTENCY_KEY_MAX_LENGTH);
    expect((await post("/clients", { name: "Long" }, key)).status).toBe(200);
  });
});

test("every manager's POST can be repeated, except those that create nothing or need their own proof", () => {
  const others = Object.entries(manageEndpoints)
    .filter(([, endpoint]) => endpoint.method === "POST" && !("isRepeatable" in endpoint))
    .map(([name]) => name);
  expect(others.sort()).toEqual([
    "beginSecondFactor",
    "checkMail",
    "exportChosen",
    "forgotPassword",
    "openShare",
    "passSecondStep",
    "previewImport",
    "previewInvitation",
    "previewMailTemplate",
    "previewPublish",
    "readInterviewTable",
    "renewRecoveryCodes",
    "repeatChecks",
    "restoreSetting",
    "reviveManager",
    "revokeManager",
    "search",
    "signIn",
    "signOut",
    "stopBulk",
    "testInvitation",
    "undoBulk",
    "useLink",
  ]);
});

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}

function storedCalls(where = "1 = 1"): number {
  const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
  const row = database.prepare(`select count(*) as n from repeatable_calls where ${where}`).get();
  database.close();
  return Number(row?.n);
}
