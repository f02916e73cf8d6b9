import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect } from "vitest";
import { acknowledgedIn, integrityProblems, problemsOf } from "../support/faults/acknowledged.ts";
import { DISK_CALLS, type Disk, diskOf } from "../support/faults/disk-images.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import { cutPower, type PowerCut } from "../support/faults/power-cuts.ts";
import { readTrace, runTraced, type SystemCall, tracingProblem } from "../support/faults/strace.ts";
import { testUnless } from "../support/faults/test-unless.ts";

const SAVE_LOOP = join(import.meta.dirname, "../support/faults/save-loop.ts");
const PLAIN_WRITER = join(import.meta.dirname, "../support/faults/plain-writer.ts");
const IMAGES = trials(20, 2_000);
const CONTROL_IMAGES = trials(20, 400);
/** How many runs with failing flushes are recorded. */
const ROUNDS = trials(1, 20);
const timeout = trials(60_000, 1_200_000);

const tracedTest = testUnless(tracingProblem());

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "firsthand-power-")), "data");
  mkdirSync(folder);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

/** Runs a program on the folder; returns every change that it made to the disk, and its output. */
async function record(args: string[], inject: string[] = []) {
  const log = `${folder}.log`;
  const { stdout, stderr } = await runTraced({ log, calls: DISK_CALLS, inject }, args);
  expect(stderr).toBe("");
  return { calls: readTrace(log), stdout };
}

/** Describes each disk image of the recording in which something is wrong. */
async function brokenImages(
  { disk, calls, images }: { disk: Disk; calls: SystemCall[]; images: number },
  look: (cut: PowerCut) => Promise<string[]> | string[],
): Promise<string[]> {
  const broken: string[] = [];
  await cutPower({ disk, calls, random: randomOf(seed) }, images, async (cut) => {
    const problems = await look(cut);
    if (problems.length > 0) broken.push(`seed ${seed}, ${cut.moment}: ${problems.join(", ")}`);
  });
  return broken;
}

const lookAtInstallation = ({ folder: image, said }: PowerCut) => problemsOf(image, acknowledgedIn(said));

tracedTest("a power cut at any moment loses no acknowledged save", { timeout }, async () => {
  const saves = 150; // enough for a checkpoint in the middle, besides the one at the end
  const disk = diskOf(folder);
  const { calls, stdout } = await record([SAVE_LOOP, folder, "1", String(saves), "close"]);
  expect(acknowledgedIn(stdout).texts.size).toBe(saves);
  const broken = await brokenImages({ disk, calls, images: IMAGES }, lookAtInstallation);
  recordFigure({
    promise: "P2",
    fault: "power cut, unflushed writes dropped, kept, in part or torn",
    trials: IMAGES,
    losses: broken.length,
    note: `disk images of ${saves} saves with two checkpoints`,
  });
  expect(broken).toEqual([]);
});

/** Runs a program that uses only SQLite at one level of `synchronous`; returns what its disk images have lost. */
async function controlLosses(synchronous: "normal" | "full") {
  const file = join(folder, "firsthand.db");
  const disk = diskOf(folder);
  const { calls } = await record([PLAIN_WRITER, file, "120", synchronous]);
  return brokenImages({ disk, calls, images: CONTROL_IMAGES }, ({ folder: image, said }) => {
    const acknowledged = acknowledgedIn(said).texts.size;
    if (acknowledged === 0) return [];
    const kept = rowsIn(join(image, "firsthand.db"));
    return kept < acknowledged ? [`${acknowledged - kept} rows lost`] : [];
  });
}

function rowsIn(file: string): number {
  expect(integrityProblems(file)).toEqual([]);
  const database = new DatabaseSync(file);
  try {
    return Number(database.prepare("select count(*) as n from rows").get()?.n);
  } catch {
    return 0; // the table does not exist
  } finally {
    database.close();
  }
}

tracedTest("a power cut loses what SQLite has not flushed, as the images show", { timeout }, async () => {
  const broken = await controlLosses("normal");
  recordFigure({
    promise: "P2",
    fault: "control: power cut under synchronous = NORMAL, which must lose",
    trials: CONTROL_IMAGES,
    losses: broken.length,
  });
  expect(broken.length, `seed ${seed}`).toBeGreaterThan(0);
});

tracedTest(
  "a power cut loses nothing that SQLite has flushed, as the images show too",
  { timeout },
  async () => {
    const broken = await controlLosses("full");
    recordFigure({
      promise: "P2",
      fault: "control: power cut under synchronous = FULL",
      trials: CONTROL_IMAGES,
      losses: broken.length,
    });
    expect(broken).toEqual([]);
  },
);

/** Saves that fail from some flush on, then the same saves and more, with or without a restart of the program. */
async function recordFailedFlushes(random: () => number, isRestarted: boolean) {
  // skips the first few flushes, which create the log
  const first = 4 + Math.floor(random() * 3);
  const last = first + 1 + Math.floor(random() * 3);
  const flushes = (range: string) => [`fsync,fdatasync:error=EIO:when=${range}`];
  if (!isRestarted) return record([SAVE_LOOP, folder, "4", "20", "close"], flushes(`${first}..${last}`));
  const before = await record([SAVE_LOOP, folder, "4", "8", "kill"], flushes(`${first}+`));
  const failed = /^failed (\d+)$/m.exec(before.stdout)?.[1] ?? "";
  const after = await record([SAVE_LOOP, folder, failed, "20", "close"]);
  return { calls: [...before.calls, ...after.calls], stdout: before.stdout + after.stdout };
}

for (const [then, isRestarted] of [
  ["", false],
  [", a restart", true],
] as const) {
  const title = `failed flushes${then}, then a power cut: no save acknowledged since is lost`;
  tracedTest(title, { timeout }, async () => {
    const random = randomOf(seed);
    const broken: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      await record([SAVE_LOOP, folder, "1", "3", "close"]);
      const disk = diskOf(folder);
      const { calls, stdout } = await recordFailedFlushes(random, isRestarted);
      expect(stdout, `seed ${seed}`).toContain("failed");
      broken.push(...(await brokenImages({ disk, calls, images: IMAGES / ROUNDS }, lookAtInstallation)));
    }
    recordFigure({
      promise: "P3",
      fault: `failed flushes${then}, then a power cut`,
      trials: IMAGES,
      losses: broken.length,
    });
    expect(broken).toEqual([]);
  });
}
