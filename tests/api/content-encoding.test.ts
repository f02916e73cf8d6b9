import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
let token: string;
const responses = [{ id: "a", content: `Größe ${"We write invoices on Sunday evening. ".repeat(100)}` }];

beforeAll(async () => {
  service = await startService();
  ({ token } = await service.signIn());
  const body = { data: { "customer-acquisition": { responses } } };
  await service.call("PUT", "/v1/onboarding", { token, body });
});
afterAll(() => service.close());

/** The answer as it is sent, because fetch would decompress it. */
async function ask(path: string, accepted: string | undefined, { method = "GET", token }: Asking = {}) {
  const headers = {
    ...(accepted !== undefined && { "accept-encoding": accepted }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await new Promise<import("node:http").IncomingMessage>((settle, reject) => {
    request(service.url + path, { method, headers }, settle)
      .on("error", reject)
      .end();
  });
  const bytes = await buffer(response);
  return { status: response.statusCode, headers: response.headers, bytes };
}
type Asking = { method?: string; token?: string };

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["gzip, *;q=0.5", "br", brotliDecompressSync],
] as const)(
  "a record is compressed for a caller who accepts %s, with its own length",
  async (accepted, encoding, unpack) => {
    const plain = await ask("/v1/onboarding", "identity", { token });
    const { status, headers, bytes } = await ask("/v1/onboarding", accepted, { token });
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "accept-encoding"]);
    expect(Number(headers["content-length"])).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(unpack(bytes).equals(plain.bytes)).toBe(true);
    expect(headers.etag).toBe(plain.headers.etag);
  },
);

test.each([undefined, "identity", "gzip;q=0, br;q=0", "zstd", "x-gzip"])(
  "a record is not compressed for a caller who accepts %s",
  async (accepted) => {
    const { headers, bytes } = await ask("/v1/onboarding", accepted, { token });
    expect([headers["content-encoding"], headers.vary]).toEqual([undefined, "accept-encoding"]);
    expect(JSON.parse(bytes.toString()).data["customer-acquisition"].responses).toMatchObject(responses);
  },
);

test("the interview is compressed too", async () => {
  const { interview, hash } = service.book.current().asked;
  const { headers, bytes } = await ask(`/v1/interview?hash=${hash}`, "br");
  expect(headers["content-encoding"]).toBe("br");
  expect(JSON.parse(brotliDecompressSync(bytes).toString()).data).toEqual({ interview, hash });
  expect(headers["cache-control"]).toContain("immutable");
});

test("HEAD describes the same answer without a body", async () => {
  const { headers, bytes } = await ask("/v1/onboarding", "br", { method: "HEAD", token });
  expect([headers["content-encoding"], bytes.length]).toEqual(["br", 0]);
  const whole = await ask("/v1/onboarding", "br", { token });
  expect(headers["content-length"]).toBe(String(whole.bytes.length));
});

test("short answers and refusals are not compressed", async () => {
  const small = (await service.signIn()).token;
  const body = { data: { "website-form": { url: "https://example.com" } } };
  await service.call("PUT", "/v1/onboarding", { token: small, body });
  for (const asked of [{ token: small }, {}, { token: "none" }]) {
    const { headers } = await ask("/v1/onboarding", "br", asked);
    expect(headers["content-encoding"]).toBeUndefined();
  }
});

test("no other answer about a client is compressed", async () => {
  for (const path of ["/v1/onboarding/status", "/v1/onboarding/follow-ups"])
    expect((await ask(path, "br", { token })).headers["content-encoding"]).toBeUndefined();
});

test.each(["/openapi.json", "/v1/interview"])(
  "%s is made once for all callers, and not sent again to a caller who has it",
  async (path) => {
    const plain = await ask(path, "identity");
    const { etag } = plain.headers;
    expect([plain.status, plain.headers.vary]).toEqual([200, "accept-encoding"]);
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    const packed = await ask(path, "br");
    expect([packed.headers["content-encoding"], packed.headers.etag]).toEqual(["br", etag]);
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
    for (const known of [etag, `W/${etag}`]) {
      const again = await fetch(service.url + path, { headers: { "if-none-match": String(known) } });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    }
  },
);
