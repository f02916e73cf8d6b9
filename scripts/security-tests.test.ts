import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import groups from "./security-tests.json" with { type: "json" };

const files = Object.values(groups).flat();

test("each security test exists once, and is run by vitest or by Playwright", () => {
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, "..", file)))).toEqual([]);
  expect(files.filter((file) => !/\.(?:test|spec)\.ts$/.test(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
