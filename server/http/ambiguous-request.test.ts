import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isAmbiguous } from "./ambiguous-request.ts";

const request = (lines: [string, string][], httpVersion = "1.1") =>
  ({
    httpVersion,
    headers: Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: lines.flat(),
  }) as unknown as IncomingMessage;

test.each([
  "example.com",
  "example.com:443",
  "127.0.0.1:8080",
  "[::1]:8080",
  "[2001:db8::1]",
  "localhost",
  "xn--bckerei-5wa.example",
  "service_1:80",
])("%s is a valid host", (host) => {
  expect(isAmbiguous(request([["Host", host]]))).toBe(false);
});

test.each(["", " ", "a b", "a/b", "a@b", "a,b", "a:b", "a:123456", "[::1", "::1", "a#b", "a?b", "http://a"])(
  "%s is not a valid host",
  (host) => {
    expect(isAmbiguous(request([["Host", host]]))).toBe(true);
  },
);

test("HTTP/1.0 needs no host, HTTP/1.1 does, and other versions are refused", () => {
  expect(isAmbiguous(request([], "1.0"))).toBe(false);
  for (const version of ["1.1", "0.9", "2.0"]) expect(isAmbiguous(request([], version))).toBe(true);
});

test.each(["Authorization", "Content-Type", "Content-Encoding", "Host"])(
  "two %s headers are refused, in any letter case",
  (name) => {
    const twice: [string, string][] = [
      ["host", "a"],
      [name, "a"],
      [name.toLowerCase(), "a"],
    ];
    expect(isAmbiguous(request(twice))).toBe(true);
  },
);

test("a header that is a list can occur several times", () => {
  const lists = ["Accept", "Cookie", "X-Forwarded-For", "X-Forwarded-Proto", "Via"];
  const twice = lists.flatMap((name): [string, string][] => [
    [name, "a"],
    [name, "b"],
  ]);
  expect(isAmbiguous(request([["Host", "a"], ...twice]))).toBe(false);
});

test.each([
  ["chunked", false],
  ["Chunked", false],
  ["identity, chunked", true],
  ["gzip", true],
  ["", true],
])("the transfer coding %s", (coding, isRefused) => {
  expect(
    isAmbiguous(
      request([
        ["Host", "a"],
        ["Transfer-Encoding", coding],
      ]),
    ),
  ).toBe(isRefused);
});
