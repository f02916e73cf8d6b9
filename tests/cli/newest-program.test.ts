import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Which program the start script runs: a checkout may have changed since its build; a release contains no source. */

const PROGRAM = join(import.meta.dirname, "../../bin/program.js");
const BUILT = "dist/server/firsthand.js";
const SOURCE = "server/cli/firsthand.ts";

let folder: string;
let newestProgram: () => string;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "firsthand-program-")));
  cpSync(PROGRAM, join(folder, "bin/program.js"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  ({ newestProgram } = (await import(pathToFileURL(join(folder, "bin/program.js")).href)) as {
    newestProgram: typeof newestProgram;
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, minute: number): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
  utimesSync(file, at, at);
  for (let above = dirname(file); above !== folder; above = dirname(above)) utimesSync(above, at, at);
}

test("the built program runs, unless any of its source has changed since", () => {
  for (const name of ["package-lock.json", "contract/limits.ts", SOURCE]) write(name, 1);
  write(BUILT, 2);
  expect(newestProgram()).toBe(join(folder, BUILT));
  write("contract/limits.ts", 3);
  expect(newestProgram()).toBe(join(folder, SOURCE));
  write(BUILT, 4);
  expect(newestProgram()).toBe(join(folder, BUILT));
});

test("the source runs when nothing was built, and the built program when there is no source", () => {
  write(SOURCE, 1);
  expect(newestProgram()).toBe(join(folder, SOURCE));
  rmSync(join(folder, "server"), { recursive: true });
  write(BUILT, 1);
  expect(newestProgram()).toBe(join(folder, BUILT));
});
