import { afterAll, beforeAll, expect, test } from "vitest";
import { builtInInterviews } from "../../server/interview-file/built-in-interviews.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const ask = (query = "", headers: { [name: string]: string } = {}) =>
  service.call("GET", `/v1/interview${query}`, { headers });

test("the interview comes with its hash, and is requested again each time", async () => {
  const response = await ask();
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toBe(`"${service.book.current().asked.hash}"`);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  const { interview, hash } = service.book.current().asked;
  expect(await response.json()).toEqual({ data: { interview, hash } });
});

test("under its hash it never changes, so that caches can store it permanently", async () => {
  const response = await ask(`?hash=${service.book.current().asked.hash}`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("in each offered language it has its own hash, which finds it too", async () => {
  const { data } = (await (await ask("?language=es")).json()) as { data: { hash: string } };
  expect(data).toEqual({
    interview: builtInInterviews.es,
    hash: service.book.current().definitions.get("es")?.hash,
  });
  const response = await ask(`?hash=${data.hash}`);
  expect(await response.json()).toEqual({ data });
  expect(response.headers.get("cache-control")).toContain("immutable");
});

test("in an unsupported language it is refused", async () => {
  await expectFailure(await ask("?language=de"), "VALIDATION_ERROR");
});

test("under another hash it is not cached, since it would be the wrong one", async () => {
  expect((await ask("?hash=other")).headers.get("cache-control")).toBe("no-cache");
});

test("a caller who has it already gets 304 without it", async () => {
  const response = await ask("", { "if-none-match": `"${service.book.current().asked.hash}"` });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe("");
  expect(response.headers.get("etag")).toBe(`"${service.book.current().asked.hash}"`);
});

test("a caller who has another version gets it", async () => {
  expect((await ask("", { "if-none-match": '"other"' })).status).toBe(200);
});

test("two hashes, or one that is far too long, are refused", async () => {
  for (const query of ["?hash=a&hash=b", `?hash=${"a".repeat(101)}`]) {
    await expectFailure(await ask(query), "VALIDATION_ERROR");
  }
});
