import { describe, expect, test } from "vitest";
import { createPasswordHasher } from "./passwords.ts";

const CHEAP = { N: 2 ** 10, r: 8, p: 1 };

describe("a password", () => {
  test("is verified only by its hash, whatever Unicode form the keyboard uses", async () => {
    const passwords = createPasswordHasher(CHEAP);
    const stored = await passwords.hash("caf\u00e9 horse battery");
    expect(stored).not.toContain("horse");
    expect(await passwords.verify("cafe\u0301 horse battery", stored)).toBe(true);
    expect(await passwords.verify("caf\u00e9 horse batterz", stored)).toBe(false);
    expect(await passwords.hash("caf\u00e9 horse battery")).not.toBe(stored);
  });

  test("never matches an account without a password", async () => {
    const passwords = createPasswordHasher(CHEAP);
    expect(await passwords.verify("", null)).toBe(false);
    expect(await passwords.verify("", undefined)).toBe(false);
  });

  test.each([
    [1, 21],
    [2, 42],
  ])(
    "is refused when too many come at once, and those that wait are checked %i at a time",
    async (atOnce, atMost) => {
      const passwords = createPasswordHasher(CHEAP, atOnce);
      const stored = await passwords.hash("right");
      const flood = Array.from({ length: atMost }, (_, nth) => passwords.verify(`guess ${nth}`, stored));
      await expect(passwords.verify("right", stored)).rejects.toMatchObject({ code: "SIGN_IN_BUSY" });
      expect(await Promise.all(flood)).toEqual(flood.map(() => false));
      expect(await passwords.verify("right", stored)).toBe(true);
    },
  );
});
