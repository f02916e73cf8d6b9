import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { softDeleteListed, sweepErasures } from "../../server/clients/erase-client.ts";
import { openInstallation } from "../../server/open-installation.ts";
import { readConfig } from "../../server/settings/config.ts";
import { addCanaryClient, filesWith } from "../support/data/canary-client.ts";
import { integrityProblems } from "../support/faults/acknowledged.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { killPoints } from "../support/faults/kill-points.ts";
import { runTraced, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { temporaryFolder } from "../support/service/data-folder.ts";
import { PROGRAM } from "../support/service/program.ts";

const KILLS = trials(8, 80);
/** All system calls by which the command changes a folder. */
const CALLS = ["openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink"];

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

async function preparedFolder(): Promise<{ folder: string; clientId: string }> {
  const folder = join(temporary.folder, "prepared");
  const config = readConfig({ FIRSTHAND_DATA: folder });
  const installation = await openInstallation(config);
  await addCanaryClient(installation, config, "Amsel");
  const { clientId } = await addCanaryClient(installation, config);
  await installation.storage.close();
  return { folder, clientId };
}

/**
 * What is wrong with a folder after the command was killed in it. The client must be either complete or gone
 * everywhere; the start of a server finishes an erasure that has begun.
 */
async function problemsAfter(folder: string, clientId: string): Promise<string[]> {
  const installation = await openInstallation(readConfig({ FIRSTHAND_DATA: folder }));
  const { storage } = installation;
  const isWhole = (await storage.clients.find(clientId)) !== undefined;
  const revisions = (await storage.records.listRevisions(clientId)).length;
  await softDeleteListed(installation, Date.now());
  await sweepErasures(installation, Date.now());
  const others = await storage.clients.list();
  await storage.close();
  const left = isWhole ? [] : filesWith(folder);
  return [
    ...(isWhole && revisions !== 4 ? [`the client is seen with ${revisions} revisions`] : []),
    ...left.map((file) => `left in ${file}`),
    ...(others.some(({ name }) => name === "Amsel Bakery") ? [] : ["another client is gone"]),
    ...integrityProblems(join(folder, "firsthand.db")),
  ];
}

testUnless(tracingProblem())(
  "kill -9 while a client is erased: no reader sees a partial client, and the next start finishes it",
  { timeout: trials(120_000, 900_000) },
  async () => {
    const log = join(temporary.folder, "log");
    const { folder: prepared, clientId } = await preparedFolder();
    const run = (folder: string, inject: string[] = []) => {
      cpSync(prepared, folder, { recursive: true });
      const args = [PROGRAM, "client", "erase", clientId, "--yes"];
      return runTraced({ log, calls: CALLS, inject }, args, { FIRSTHAND_DATA: folder });
    };
    const good = join(temporary.folder, "good");
    expect((await run(good)).status).toBe(0);
    expect(filesWith(good)).toEqual([]);
    const broken: string[] = [];
    let kills = 0;
    let begun = 0;
    for (const [place, { inject, label }] of killPoints(
      { log, folder: good },
      KILLS,
      randomOf(seed),
    ).entries()) {
      const folder = join(temporary.folder, String(place));
      if ((await run(folder, [inject])).status === null) kills++;
      const problems = await problemsAfter(folder, clientId);
      if (filesWith(folder).length === 0) begun++;
      if (problems.length > 0) broken.push(`seed ${seed}, ${label}: ${problems.join(", ")}`);
    }
    recordFigure({
      promise: "P41",
      fault: "kill -9 while a client is erased",
      trials: kills,
      losses: broken.length,
      note: `${begun} of them erased to the end afterwards, the others killed before it began`,
    });
    expect(broken).toEqual([]);
    expect(begun, `seed ${seed}`).toBeGreaterThan(KILLS / 4);
    // no two runs make exactly the same calls, so some runs may end before their kill point
    expect(kills, `seed ${seed}`).toBeGreaterThan(KILLS / 2);
  },
);
