import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBack, written } from "../support/data/written.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const save = (token: string, data: object, etag?: string) =>
  service.call("PUT", "/v1/onboarding", {
    token,
    body: { data },
    ...(etag !== undefined && { headers: { "if-match": etag } }),
  });

async function savedOnce() {
  const client = await service.signIn();
  await save(client.token, written("first"));
  return client;
}

test.each(['"1"', 'W/"1"', 'w/"1"', '"1-gzip"', '"1;br"', 'W/"1-br"', "1", ' "1" ', "*"])(
  "If-Match %s is the first revision",
  async (etag) => {
    const { token } = await savedOnce();
    const response = await save(token, written("second"), etag);
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).toBe('"2"');
  },
);

const others = [
  '"0"',
  '"2"',
  '"-1"',
  '"1.0"',
  '"1e0"',
  "garbage",
  '""',
  "",
  "null",
  '"1", "2"',
  '"99999999999999999999"',
  `"${"1".repeat(5000)}"`,
  "W/",
  '"0x1"',
];
test.each(others)("If-Match %s is a conflict, which names the revision and stores nothing", async (etag) => {
  const { token } = await savedOnce();
  const response = await save(token, written("second"), etag);
  expect(response.headers.get("etag")).toBe('"1"');
  const failure = await expectFailure(response, "CONFLICT");
  expect(failure.revision).toBe(1);
  const loaded = await service.call("GET", "/v1/onboarding", { token });
  expect(loaded.headers.get("etag")).toBe('"1"');
  expect(readBack(await loaded.json())).toBe("first");
});

test("two different If-Match headers are a conflict", async () => {
  const { token } = await savedOnce();
  const body = JSON.stringify({ data: written("second") });
  const answer = await sendRaw(
    service.url,
    `PUT /v1/onboarding HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nIf-Match: "1"\r\nIf-Match: "7"\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(parseRaw(answer).status).toBe(412);
});

describe("before the first save", () => {
  test("If-Match 0 means never saved", async () => {
    const { token } = await service.signIn();
    expect((await save(token, written("first"), '"0"')).headers.get("etag")).toBe('"1"');
  });

  test("any revision is a conflict with revision 0", async () => {
    const { token } = await service.signIn();
    const response = await save(token, written("first"), '"1"');
    expect(response.headers.get("etag")).toBe('"0"');
    expect((await expectFailure(response, "CONFLICT")).revision).toBe(0);
    expect((await service.call("GET", "/v1/onboarding", { token })).status).toBe(404);
  });

  test("of two simultaneous first saves one wins and the other gets a conflict", async () => {
    const { token } = await service.signIn();
    const both = await Promise.all([
      save(token, written("one"), '"0"'),
      save(token, written("other"), '"0"'),
    ]);
    expect(both.map((response) => response.status).sort()).toEqual([200, 412]);
  });
});

describe("a retry of a save that was already stored", () => {
  test("does not conflict with itself", async () => {
    const { token } = await savedOnce();
    const answer = { id: "a", timestamp: "2026-03-01T12:00:00Z" };
    const first = await save(token, written("second", answer), '"1"');
    service.time.now += 5_000;
    const retry = await save(token, written("second", answer), '"1"');
    expect(retry.headers.get("etag")).toBe('"2"');
    expect(await retry.json()).toEqual(await first.json());
  });

  test("does not conflict with itself when its answers carry neither id nor time", async () => {
    const { token } = await savedOnce();
    const first = await save(token, written("second"), '"1"');
    service.time.now += 60_000;
    const retry = await save(token, written("second"), '"1"');
    expect(await retry.json()).toEqual(await first.json());
  });

  test("does conflict when another save came in between", async () => {
    const { token } = await savedOnce();
    await save(token, written("second"), '"1"');
    await save(token, written("third"));
    expect((await expectFailure(await save(token, written("second"), '"1"'), "CONFLICT")).revision).toBe(3);
  });
});
