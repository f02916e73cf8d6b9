import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { acknowledgedIn, problemsOf } from "../support/faults/acknowledged.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { killPoints } from "../support/faults/kill-points.ts";
import { runTraced, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { temporaryFolder } from "../support/service/data-folder.ts";

const SAVE_LOOP = join(import.meta.dirname, "../support/faults/save-loop.ts");
const KILLS = trials(5, 80);
/** Enough saves for a checkpoint in the middle, besides the one at the end. */
const SAVES = 150;
const CALLS = ["pwrite64", "fsync", "fdatasync", "ftruncate", "unlink"];

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

testUnless(tracingProblem())(
  "kill -9 at any system call of a save loses no acknowledged data",
  { timeout: trials(60_000, 600_000) },
  async () => {
    const log = join(temporary.folder, "log");
    const run = (folder: string, inject: string[] = []) =>
      runTraced({ log, calls: CALLS, inject }, [SAVE_LOOP, folder, "1", String(SAVES), "close"]);
    const good = await run(join(temporary.folder, "good"));
    expect(good.status, good.stderr).toBe(0);
    const points = killPoints({ log, folder: join(temporary.folder, "good") }, KILLS, randomOf(seed));
    const broken: string[] = [];
    let acknowledged = 0;
    let kills = 0;
    for (const [place, { inject, label }] of points.entries()) {
      const folder = join(temporary.folder, String(place));
      const { status, stdout } = await run(folder, [inject]);
      if (status === null) kills++;
      const saved = acknowledgedIn(stdout);
      acknowledged += saved.texts.size;
      const problems = await problemsOf(folder, saved);
      if (problems.length > 0) broken.push(`seed ${seed}, ${label}: ${problems.join(", ")}`);
    }
    recordFigure({
      promise: "P1",
      fault: "kill -9 at a system call of a save",
      trials: kills,
      losses: broken.length,
      note: `${acknowledged} saves acknowledged`,
    });
    expect(broken).toEqual([]);
    // no two runs make exactly the same calls, so some runs may end before their kill point
    expect(kills, `seed ${seed}`).toBeGreaterThan(KILLS / 2);
  },
);
