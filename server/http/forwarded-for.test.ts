import { expect, test } from "vitest";
import { tidyForwardedFor } from "./forwarded-for.ts";

const tidied = (text: string | undefined) => {
  const headers = text === undefined ? {} : { "x-forwarded-for": text };
  tidyForwardedFor({ headers });
  return headers["x-forwarded-for"];
};

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["192.0.2.1, 198.51.100.7", "192.0.2.1, 198.51.100.7"],
  ["198.51.100.7:54321", "198.51.100.7"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:198.51.100.7", "::ffff:198.51.100.7"],
  ["junk, 198.51.100.7:1", "198.51.100.7"],
  ["198.51.100.7 ,,", "198.51.100.7"],
  ['"[2001:db8::1]:4711"', "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["6.6.6.6, fe80::1%eth0", "6.6.6.6, fe80::1"],
  ["6.6.6.6, unix:, 198.51.100.7", "198.51.100.7"],
  [`${"junk,".repeat(3_000)}198.51.100.7`, "198.51.100.7"],
])("%s", (text, plain) => {
  expect(tidied(text)).toBe(plain);
});

test.each([
  "",
  ",",
  "unknown",
  "_hidden",
  "0x7f.1",
  "1.2.3",
  "1.2.3.4.5",
  "1.2.3.4:",
  "1.2.3.4:a",
  "[1.2.3.4",
  "[]",
  "fe80::1%",
  // fails closed: the last entry of a proxy decides, and everything to its left may be invented
  "6.6.6.6, unix:",
  "6.6.6.6, unknown",
  "6.6.6.6, _hidden,",
  "1.2.3.4\u0000",
  "localhost",
])("%s is not an address, and is left out", (text) => {
  expect(tidied(text)).toBeUndefined();
});

test("a missing header stays missing", () => {
  expect(tidied(undefined)).toBeUndefined();
});
