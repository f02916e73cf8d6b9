import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { readSecrets } from "../../server/access-keys/secrets.ts";
import { verifyKey } from "../../server/access-keys/verify-key.ts";
import { openInstallation } from "../../server/open-installation.ts";
import { readConfig } from "../../server/settings/config.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { killPoints } from "../support/faults/kill-points.ts";
import { runTraced, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { temporaryFolder } from "../support/service/data-folder.ts";
import { PROGRAM } from "../support/service/program.ts";

const KILLS = trials(8, 60);
/** All system calls by which the command changes the secrets file. */
const CALLS = ["openat", "fchmod", "fchown", "pwrite64", "write", "fsync", "rename", "unlink"];

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

const open = (folder: string) => openInstallation(readConfig({ FIRSTHAND_DATA: folder }));

/** What is wrong after the command was killed: the secrets must be the old or the new ones, and must open every key. */
async function problemsAfter(folder: string, accessKey: string): Promise<string[]> {
  const peppers = Object.keys(readSecrets(join(folder, "secrets.json")).peppers).join();
  const { storage, secrets } = await open(folder);
  const verdict = await verifyKey({ storage, secrets, now: Date.now() }, accessKey);
  await storage.close();
  return [
    ...(["p1", "p1,p2"].includes(peppers) ? [] : [`the peppers are ${peppers}`]),
    ...("key" in verdict ? [] : [`the key is ${verdict.refusal}`]),
  ];
}

testUnless(tracingProblem())(
  "kill -9 while a pepper is rotated: the secrets are the old or the new ones, and every key works",
  { timeout: trials(60_000, 600_000) },
  async () => {
    const original = join(temporary.folder, "original");
    const { storage, secrets } = await open(original);
    const { accessKey } = await addClient({ storage, secrets, now: Date.now() }, { name: "Rosa" });
    await storage.close();
    const log = join(temporary.folder, "log");
    const run = (folder: string, inject: string[] = []) => {
      cpSync(original, folder, { recursive: true });
      const tracing = { log, calls: CALLS, inject };
      return runTraced(tracing, [PROGRAM, "secrets", "rotate-pepper"], { FIRSTHAND_DATA: folder });
    };
    const good = join(temporary.folder, "good");
    expect((await run(good)).status).toBe(0);
    const points = killPoints({ log, folder: join(good, "secrets.json") }, KILLS, randomOf(seed));
    const broken: string[] = [];
    let kills = 0;
    for (const [place, { inject, label }] of points.entries()) {
      const folder = join(temporary.folder, String(place));
      if ((await run(folder, [inject])).status === null) kills++;
      const problems = await problemsAfter(folder, accessKey);
      if (problems.length > 0) broken.push(`seed ${seed}, ${label}: ${problems.join(", ")}`);
    }
    recordFigure({
      promise: "P22",
      fault: "kill -9 while a pepper is rotated",
      trials: kills,
      losses: broken.length,
    });
    expect(broken).toEqual([]);
    // no two runs make exactly the same calls, so some runs may end before their kill point
    expect(kills, `seed ${seed}`).toBeGreaterThan(KILLS / 2);
  },
);
