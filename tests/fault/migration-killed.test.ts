import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { completionOf } from "#contract/record/completion.ts";
import { openInstallation } from "../../server/open-installation.ts";
import { readConfig } from "../../server/settings/config.ts";
import { migrations } from "../../server/storage/migrations/migrate.ts";
import { integrityProblems } from "../support/faults/acknowledged.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { killPoints } from "../support/faults/kill-points.ts";
import { runTraced, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";
import { temporaryFolder } from "../support/service/data-folder.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures");
const KILLS = trials(4, 60);
const OPEN_AND_CLOSE = join(import.meta.dirname, "../support/service/open-and-close.ts");
/** All system calls by which the program changes a folder. */
const CALLS = ["mkdir", "openat", "chmod", "link", "unlink", "pwrite64", "fsync", "fdatasync", "ftruncate"];

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

/** What is wrong with a folder after the program was killed in it; the next start must finish the work. */
async function problemsAfter(folder: string, release: string | undefined): Promise<string[]> {
  const installation = await openInstallation(readConfig({ FIRSTHAND_DATA: folder }));
  const problems = release === undefined ? [] : await recordProblems(installation, release);
  await installation.storage.close();
  const file = join(folder, "firsthand.db");
  const version = schemaVersion(file);
  return [
    ...problems,
    ...integrityProblems(file),
    ...(version === migrations.length ? [] : [`the schema is ${version}, not ${migrations.length}`]),
  ];
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

async function recordProblems({ storage }: Installation, release: string): Promise<string[]> {
  const { clientId } = JSON.parse(readFileSync(join(FIXTURES, release, "client.json"), "utf8"));
  const stored = await storage.records.load(clientId);
  const { percent } = completionOf(builtInInterview, stored?.record ?? {});
  return percent === 100 ? [] : [`the record is ${percent}% complete`];
}

function schemaVersion(file: string): number {
  const database = new DatabaseSync(file);
  const row = database.prepare("select schema_version as version from installation").get();
  database.close();
  return Number(row?.version);
}

/**
 * Kills the start of a server, until its installation is ready, at points spread over all its changes to the folder;
 * returns what was broken.
 */
async function killEverywhere(release: string | undefined): Promise<{ kills: number; broken: string[] }> {
  const log = join(temporary.folder, "log");
  const run = (folder: string, inject: string[] = []) => {
    if (release !== undefined) cpSync(join(FIXTURES, release), folder, { recursive: true });
    const tracing = { log, calls: CALLS, inject };
    return runTraced(tracing, [OPEN_AND_CLOSE], { FIRSTHAND_DATA: folder });
  };
  const good = join(temporary.folder, "good");
  expect((await run(good)).status).toBe(0);
  const broken: string[] = [];
  let kills = 0;
  for (const [place, { inject, label }] of killPoints(
    { log, folder: good },
    KILLS,
    randomOf(seed),
  ).entries()) {
    const folder = join(temporary.folder, String(place));
    if ((await run(folder, [inject])).status === null) kills++;
    const problems = await problemsAfter(folder, release);
    if (problems.length > 0) broken.push(`seed ${seed}, ${label}: ${problems.join(", ")}`);
  }
  // no two runs make exactly the same calls, so some runs may end before their kill point
  expect(kills, `seed ${seed}`).toBeGreaterThan(KILLS / 2);
  return { kills, broken };
}

const tracedTest = testUnless(tracingProblem());
const starts = [
  { title: "a new installation is made", release: undefined },
  ...readdirSync(FIXTURES).map((release) => ({ title: `what release ${release} wrote is opened`, release })),
];
for (const { title, release } of starts) {
  tracedTest(
    `kill -9 while ${title}: the next start finishes it`,
    { timeout: trials(60_000, 600_000) },
    async () => {
      const { kills, broken } = await killEverywhere(release);
      recordFigure({ promise: "P10", fault: `kill -9 while ${title}`, trials: kills, losses: broken.length });
      expect(broken).toEqual([]);
    },
  );
}
