import { describe, expect, test } from "vitest";
import { appCode, appSecret } from "../../tests/support/data/authenticator.ts";
import { authenticatorAddress, newAuthenticatorSecret, periodOfCode } from "./authenticator.ts";

/** "12345678901234567890", the secret of RFC 6238, appendix B. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const PERIOD_MS = 30_000;

describe("a code of an authenticator app", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("matches RFC 6238 at second %i", (second, code) => {
    expect(periodOfCode(RFC_SECRET, code, second * 1_000)).toBe(Math.floor(second / 30));
    expect(appCode(RFC_SECRET, second * 1_000)).toBe(code);
  });

  test("says which period it belongs to, at most one before or after", () => {
    const secret = newAuthenticatorSecret();
    const now = Date.parse("2026-03-01T12:00:10Z");
    const period = Math.floor(now / PERIOD_MS);
    const found = [-2, -1, 0, 1, 2].map((off) =>
      periodOfCode(secret, appCode(secret, now + off * PERIOD_MS), now),
    );
    expect(found).toEqual([undefined, period - 1, period, period + 1, undefined]);
  });

  test("can be typed with gaps, and must be exactly six digits", () => {
    const now = 59_000;
    for (const text of ["287 082", " 287-082 "]) expect(periodOfCode(RFC_SECRET, text, now)).toBe(1);
    for (const text of ["", "28708", "2870822", "28708a", "２８７０８２", "-287082.0", "2.87082"])
      expect(periodOfCode(RFC_SECRET, text, now)).toBeUndefined();
  });
});

describe("a secret", () => {
  test("has 160 bits, and is new each time", () => {
    const secrets = Array.from({ length: 50 }, newAuthenticatorSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test("is read from its address by an app, whatever the names of provider and account", () => {
    const shown = { issuer: "Müller & Söhne: 100 % / ?#", account: "mia+x@example.com" };
    const address = authenticatorAddress(RFC_SECRET, shown);
    expect(appSecret(address)).toBe(RFC_SECRET);
    const { pathname, searchParams } = new URL(address);
    expect(searchParams.get("issuer")).toBe(shown.issuer);
    expect(decodeURIComponent(pathname)).toBe(`/${shown.issuer}:${shown.account}`);
  });
});
