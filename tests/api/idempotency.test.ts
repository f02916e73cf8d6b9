import { afterAll, beforeAll, expect, test } from "vitest";
import { IDEMPOTENCY_KEY_MAX_LENGTH } from "#contract/limits.ts";
import { readBack, written } from "../support/data/written.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const save = (token: string, data: object, key: string, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", {
    token,
    body: { data, ...more },
    headers: { "idempotency-key": key },
  });

test("a save repeated with its key gets the first answer, whatever was saved since", async () => {
  const { token } = await service.signIn();
  const first = await save(token, written("first"), "k1");
  service.time.now += 1_000;
  await save(token, written("second"), "k2");
  const repeated = await save(token, written("first"), "k1");
  expect(repeated.headers.get("etag")).toBe('"1"');
  expect(await repeated.json()).toEqual(await first.json());
  expect(readBack(await (await service.call("GET", "/v1/onboarding", { token })).json())).toBe("second");
});

test("another save under the same key is refused and stores nothing", async () => {
  const { token } = await service.signIn();
  await save(token, written("first"), "k1");
  await expectFailure(await save(token, written("other"), "k1"), "IDEMPOTENCY_MISMATCH");
  await expectFailure(await save(token, written("first"), "k1", { submit: true }), "IDEMPOTENCY_MISMATCH");
  expect(readBack(await (await service.call("GET", "/v1/onboarding", { token })).json())).toBe("first");
});

test("a save that changed nothing is remembered too: its late repeat does not undo another save", async () => {
  const { token } = await service.signIn();
  await save(token, written("first"), "k1");
  await save(token, written("first"), "k2");
  await save(token, written("second"), "k3");
  expect((await save(token, written("first"), "k2")).headers.get("etag")).toBe('"1"');
  expect(readBack(await (await service.call("GET", "/v1/onboarding", { token })).json())).toBe("second");
});

test("two clients can use the same key", async () => {
  const [one, other] = [await service.signIn(), await service.signIn()];
  await save(one.token, written("one"), "k1");
  expect((await save(other.token, written("other"), "k1")).status).toBe(200);
});

test("of 20 simultaneous equal saves with one key, one is stored", async () => {
  const { token, clientId } = await service.signIn();
  await Promise.all(Array.from({ length: 20 }, () => save(token, written("once"), "k1", { submit: true })));
  expect(await service.storage.records.listRevisions(clientId)).toHaveLength(1);
  expect(await service.storage.records.listSubmissions(clientId)).toHaveLength(1);
});

test("a key can have 200 characters, but not 201 or none", async () => {
  const { token } = await service.signIn();
  expect((await save(token, written("x"), "k".repeat(IDEMPOTENCY_KEY_MAX_LENGTH))).status).toBe(200);
  for (const key of ["k".repeat(IDEMPOTENCY_KEY_MAX_LENGTH + 1), ""]) {
    const { details } = await expectFailure(await save(token, written("x"), key), "VALIDATION_ERROR");
    expect(details?.[0]?.path).toBe("idempotency-key");
  }
});
