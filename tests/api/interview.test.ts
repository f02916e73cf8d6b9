import { afterAll, beforeAll, expect, test } from "vitest";
import { expectFailure } from "../support/failures.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ask = (query = "", headers: { [name: string]: string } = {}) =>
  service.call("GET", `/v1/interview${query}`, { headers });

test("the interview comes with the hash that names it, and is asked for anew each time", async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toBe(`"${service.asked.hash}"`);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(await response.json()).toEqual({ data: service.asked });
});

test("under its hash it never changes, so that it may be kept for good", async () => {
  const response = await ask(`?hash=${service.asked.hash}`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("under another hash it is not kept: it would be the wrong one", async () => {
  expect((await ask("?hash=other")).headers.get("cache-control")).toBe("no-cache");
});

test("who has it already is told so, without it", async () => {
  const response = await ask("", { "if-none-match": `"${service.asked.hash}"` });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe("");
  expect(response.headers.get("etag")).toBe(`"${service.asked.hash}"`);
});

test("who has another one gets it", async () => {
  expect((await ask("", { "if-none-match": '"other"' })).status).toBe(200);
});

test("two hashes, or one that is far too long, are refused", async () => {
  for (const query of ["?hash=a&hash=b", `?hash=${"a".repeat(101)}`]) {
    await expectFailure(await ask(query), "VALIDATION_ERROR");
  }
});
