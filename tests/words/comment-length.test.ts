import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The formatter wraps code, but no comments. */
const LENGTH_MAX = 120;
const ROOT = join(import.meta.dirname, "../..");
const CODE = "{bench,bin,console,contract,scripts,server,tests,web}/**/*.{ts,tsx,js,css}";
const COMMENT = /^\s*(?:\/\*|\*\s|\/\/)/;

test(`no line of a comment has more than ${LENGTH_MAX} characters`, () => {
  const files = globSync(CODE, { cwd: ROOT }).filter((file) => !file.includes("node_modules/"));
  const long = files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        COMMENT.test(line) && [...line].length > LENGTH_MAX ? [`${file}:${at + 1}`] : [],
      ),
  );
  expect(files.length).toBeGreaterThan(2_000);
  expect(long).toEqual([]);
});
