import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { newRecoveryCodes, recoveryHashOf } from "./recovery-codes.ts";

test("ten codes are made, each of 120 bits, and only their hashes are stored", () => {
  const { codes, hashes } = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(?:-[0-9A-HJKMNP-TV-Z]{6}){3}$/);
  expect(hashes).toEqual(codes.map((code) => hash("sha256", code.replaceAll("-", ""))));
  expect(hashes).toEqual(codes.map(recoveryHashOf));
});

test("a code is found however it is typed: letter case, gaps, other dashes, look-alikes", () => {
  const code = "0123AB-CDEFGH-JKMNPQ-RSTVWX";
  const typed = [
    " o123ab cdefgh jkmnpq rstvwx ",
    "OI23AB\u2013CDEFGH\u2013JKMNPQ\u2013RSTVWX",
    "0l23abcdefghjkmnpqrstvwx",
  ];
  for (const text of typed) expect(recoveryHashOf(text)).toBe(recoveryHashOf(code));
});

test.each([
  "",
  "123456",
  "0123AB-CDEFGH-JKMNPQ-RSTVW",
  "0123AB-CDEFGH-JKMNPQ-RSTVWXY",
  "U".repeat(24),
  "é".repeat(24),
])("a text that cannot be a code is not looked up: %j", (text) => {
  expect(recoveryHashOf(text)).toBeUndefined();
});
