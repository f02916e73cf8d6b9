import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isBlank } from "#contract/text.ts";
import { hostileText } from "../support/data/arbitraries.ts";
import { readBack, written } from "../support/data/written.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
});
afterAll(() => service.close());

async function roundTrip(token: string, content: string): Promise<string | undefined> {
  const saved = await service.call("PUT", "/v1/onboarding", { token, body: { data: written(content) } });
  expect(saved.status).toBe(200);
  return readBack(await (await service.call("GET", "/v1/onboarding", { token })).json());
}

test.each<[string, string]>([
  ["half a surrogate pair", "\ud83d"],
  ["the other half", "x\udc00y"],
  ["both halves in the wrong order", "\udc00\ud83d"],
  ["a NUL", "before\u0000after"],
  ["a 4-byte emoji", "👩‍👩‍👧‍👦👍🏽"],
  ["a byte order mark", "\ufefftext"],
  ["combining marks that are not normalized", "e\u0301 é"],
  ["line and paragraph separators", "a\u2028b\u2029c"],
  ["all kinds of line breaks", "a\r\nb\rc\nd"],
  ["white space around", "  text \t"],
  ["a prototype's name", "__proto__"],
  ["markup", "<script>alert(1)</script>"],
  ["a separate replacement character", "\ufffd"],
])("%s comes back exactly as sent", async (_, content) => {
  const { token } = await service.signIn();
  expect(await roundTrip(token, content)).toBe(content);
});

test("any text comes back exactly as sent", async () => {
  const { token } = await service.signIn();
  await fc.assert(
    fc.asyncProperty(
      hostileText().filter((text) => !isBlank(text)),
      async (content) => {
        expect(await roundTrip(token, content)).toBe(content);
      },
    ),
    { numRuns: 50 },
  );
});

test("and so do ids, addresses and the names of tools", async () => {
  const { token } = await service.signIn();
  const odd = "\ud83d\u0000<é>👍";
  const data = {
    ...written("x", { id: odd, timestamp: "2026-03-01T12:00:00+05:30" }),
    "website-form": { url: odd },
    "tool-selection": { selectedTools: ["other"], customTools: odd, toolRatings: {} },
  };
  await service.call("PUT", "/v1/onboarding", { token, body: { data } });
  const loaded = await service.call("GET", "/v1/onboarding", { token });
  expect(await loaded.json()).toMatchObject({ data });
});
