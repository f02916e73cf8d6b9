import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_HEADERS } from "../../server/http/security-headers.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { INSIDES } from "../support/security/failures.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";

/** Requests that two readers could understand differently are refused as a whole, and nothing after them is served. */

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  ({ token } = await service.signIn());
});
afterAll(() => service.close());

/** A hidden request that a smuggler wants the server to take as a separate one. */
const HIDDEN = "GET /v1/interview HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const logout = (headers: string, body = "") =>
  `POST /v1/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const health = (lines: string) => `GET /healthz HTTP/1.1\r\n${lines}\r\n\r\n`;
const CHUNKS = `2\r\n{}\r\n0\r\n\r\n`;

const REFUSED: [string, string, number?][] = [
  ["a length and chunks", logout("Content-Length: 4\r\nTransfer-Encoding: chunked", CHUNKS)],
  ["chunks and a length", logout("Transfer-Encoding: chunked\r\nContent-Length: 4", CHUNKS)],
  ["chunks by a name with a space", logout("Transfer-Encoding : chunked", CHUNKS)],
  ["chunks by another name", logout("Transfer-Encoding: xchunked", CHUNKS)],
  ["chunks that are something else at last", logout("Transfer-Encoding: chunked, identity", CHUNKS)],
  ["chunks that are something else at first", logout("Transfer-Encoding: identity, chunked", CHUNKS)],
  ["chunks that are packed", logout("Transfer-Encoding: gzip, chunked", CHUNKS)],
  ["chunks said twice", logout("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", CHUNKS)],
  ["chunks taken back", logout("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", CHUNKS)],
  ["chunks behind a vertical tab", logout("Transfer-Encoding: \u000bchunked", CHUNKS)],
  ["a chunk that is longer than any", logout("Transfer-Encoding: chunked", `${"F".repeat(18)}\r\n{}\r\n`)],
  ["a chunk of a negative length", logout("Transfer-Encoding: chunked", "-2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk of length 0x2", logout("Transfer-Encoding: chunked", "0x2\r\n{}\r\n0\r\n\r\n")],
  ["a chunk without its line end", logout("Transfer-Encoding: chunked", "2\r\n{}X0\r\n\r\n")],
  ["chunks by bare line feeds", logout("Transfer-Encoding: chunked", "2\n{}\n0\n\n")],
  [
    "a chunk with 40 kB beside its length",
    logout("Transfer-Encoding: chunked", `2;${"x".repeat(40_000)}\r\n{}\r\n0`),
  ],
  ["two lengths", logout("Content-Length: 0\r\nContent-Length: 2")],
  ["the same length twice", logout("Content-Length: 2\r\nContent-Length: 2", "{}")],
  ["two lengths in one line", logout("Content-Length: 2, 2", "{}")],
  ["a length with a sign", logout("Content-Length: +2", "{}")],
  ["a negative length", logout("Content-Length: -1", "{}")],
  ["a length of 0x2", logout("Content-Length: 0x2", "{}")],
  ["a length of nothing", logout("Content-Length:", "{}")],
  ["a length without an end", logout(`Content-Length: ${"9".repeat(40)}`, "{}")],
  ["a length behind a folded line", logout("X: a\r\n Content-Length: 2", "{}")],
  ["a folded header", health("Host: x\r\nX-A: a\r\n b")],
  ["a folded first header", health(" Host: x\r\nHost: y")],
  ["bare line feeds", "GET /healthz HTTP/1.1\nHost: x\n\n"],
  ["a bare carriage return", health("Host: x\rX: y")],
  ["a NUL in a header", health("Host: x\r\nX: a\u0000b")],
  ["a header without a name", health("Host: x\r\n: y")],
  ["a header with a space in its name", health("Host: x\r\nX Y: z")],
  ["a line that is no header", health("Host: x\r\nX-Y")],
  ["no host", health("X: y")],
  ["two hosts", health("Host: a\r\nHost: b")],
  ["the same host twice", health("Host: a\r\nHost: a")],
  ["an empty host", health("Host:")],
  ["a host with a path", health("Host: a/b")],
  ["a host with a name before it", health("Host: a@b")],
  ["a host with a space", health("Host: a b")],
  ["a host with letters for a port", health("Host: a:b")],
  ["two tokens", health("Host: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b")],
  ["two types", health("Host: a\r\nContent-Type: application/json\r\nContent-Type: text/plain")],
  ["two codings", health("Host: a\r\nContent-Encoding: identity\r\nContent-Encoding: gzip")],
  ["HTTP/0.9", "GET /healthz\r\n\r\n"],
  ["HTTP/1.2", "GET /healthz HTTP/1.2\r\nHost: x\r\n\r\n"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"],
  ["an address with a space", "GET /healthz /x HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a header of 1 MB", health(`Host: x\r\nX: ${"x".repeat(1_000_000)}`), 431],
  ["headers of 1 MB", health(`Host: x\r\n${"X: yyyyyyyy\r\n".repeat(80_000)}X: y`), 431],
  ["3,000 headers", health(`Host: x\r\n${"a:\r\n".repeat(10_000)}X: y`), 431],
  ["an address of 1 MB", `GET /${"x".repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
];

const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

test.each(REFUSED)("refused: %s", async (_what, bytes, status = 400) => {
  const answer = await sendRaw(service.url, Buffer.from(bytes + HIDDEN, "latin1"));
  countTried("smuggling attempts", 1);
  // one request's head and body can each be refused
  expect(new Set(statusesOf(answer))).toEqual(new Set([status]));
  const { headers, body } = parseRaw(answer);
  expect(headers.get("content-security-policy")).toBe(SECURITY_HEADERS["content-security-policy"]);
  expect(body).not.toMatch(INSIDES);
  expect((await service.call("GET", "/healthz")).status).toBe(200);
});

test("a body ends at its declared length, and the bytes after it are a separate request", async () => {
  const answer = await sendRaw(service.url, logout("Content-Length: 2", `{}${HIDDEN}`));
  expect(statusesOf(answer)).toEqual([200, 200]);
  const chunked = await sendRaw(service.url, logout("Transfer-Encoding: chunked", CHUNKS + HIDDEN));
  expect(statusesOf(chunked)).toEqual([200, 200]);
});

const close = "Host: x\r\nConnection: close";
const answerTo = async (bytes: string) => parseRaw(await sendRaw(service.url, bytes));

describe("unusual but allowed:", () => {
  test("an absolute address works by its path, and requires the same token", async () => {
    const at = (path: string, host = "x") =>
      answerTo(`GET http://${host}${path} HTTP/1.1\r\n${close}\r\n\r\n`);
    expect((await at("/healthz")).status).toBe(200);
    expect((await at("/v1/onboarding/status")).status).toBe(401);
    expect((await at("/v1/manage/me")).status).toBe(401);
    // RFC 9112 §3.2.2: a proxy that uses the other one of two hosts would be misled
    expect((await at("/healthz", "other.example")).status).toBe(400);
  });

  test("a request to switch protocols is answered in HTTP", async () => {
    for (const protocol of ["websocket", "h2c", "TLS/1.0"]) {
      const headers = `Host: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk`;
      expect((await answerTo(health(headers))).status).toBe(200);
    }
  });

  test("a trailer is not a header, and signs no caller in", async () => {
    const trailer = `0\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const headers = `${close}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: Authorization`;
    const answer = await answerTo(`PUT /v1/onboarding HTTP/1.1\r\n${headers}\r\n\r\n${trailer}`);
    expect(answer.status).toBe(401);
  });

  test("a header that names another method changes none", async () => {
    const headers = {
      "x-http-method-override": "DELETE",
      "x-method-override": "DELETE",
      "x-http-method": "DELETE",
    };
    const path = `/v1/onboarding/takes/${crypto.randomUUID()}`;
    expect((await service.call("GET", `${path}?_method=DELETE`, { token, headers })).status).toBe(404);
    expect((await service.call("POST", "/v1/onboarding", { token, headers })).status).toBe(405);
  });
});
