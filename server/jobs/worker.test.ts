import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../tests/support/service/opened-database.ts";
import { StorageUnavailable } from "../storage/engine/faults.ts";
import type { TakenJob } from "../storage/outbox/jobs.ts";
import type { Storage } from "../storage/storage.ts";
import { ATTEMPTS_MAX, type JobKind, type JobOutcome } from "./try-job.ts";
import { createWorker, type Worker, type WorkerOptions } from "./worker.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
/** Times that never elapse within a test. */
const SLOW = { pollMs: 3_600_000, leaseMs: 3_600_000, finishMs: 3_600_000 };

let folder: string;
let storage: Storage;
let now: number;
let log: object[];
let workers: Worker[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-worker-"));
  ({ storage } = await openDatabase(join(folder, "firsthand.db")));
  now = NOW;
  log = [];
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await storage.close();
  rmSync(folder, { recursive: true });
});

const note = (line: object) => void log.push(line);
const logger = { warn: note, error: note } as unknown as WorkerOptions["logger"];
function working(kind: Partial<JobKind>, more: Partial<WorkerOptions> = {}): Worker {
  const whole: JobKind = {
    kind: "k",
    run: end,
    giveUp: async (job) => void (await storage.jobs.drop(job)),
    ...kind,
  };
  const worker = createWorker({
    storage,
    kinds: [whole],
    atOnce: 1,
    clock: () => now,
    logger,
    times: SLOW,
    ...more,
  });
  workers.push(worker);
  return worker;
}
const addJob = (id = "a", at = now) => storage.jobs.add({ kind: "k", dedupeKey: id, payload: { id }, at });
const end = async (job: TakenJob): Promise<JobOutcome> => {
  await storage.jobs.drop(job);
  return { kind: "ended" };
};
const again: JobOutcome = { kind: "again", reason: "not now" };
/** Takes a job at that instant if one can be taken. */
const takeAt = (at: number) => storage.jobs.take(["k"], { now: at, until: at + 1 });

test("waiting jobs are done when the worker first wakes, and new jobs each time it wakes", async () => {
  const done: string[] = [];
  const worker = working({
    async run(job) {
      done.push(job.dedupeKey);
      return end(job);
    },
  });
  await addJob("a");
  expect(done).toEqual([]);
  worker.wake();
  await vi.waitFor(() => expect(done).toEqual(["a"]));
  await addJob("b");
  worker.wake();
  await vi.waitFor(() => expect(done).toEqual(["a", "b"]));
});

test("the worker finds a job from another process without being woken", async () => {
  const run = vi.fn(end);
  working({ run }, { times: { ...SLOW, pollMs: 5 } }).wake();
  await addJob();
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
});

test("the set number of jobs runs in parallel, and all are done in the end", async () => {
  const gate = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  let done = 0;
  const worker = working(
    {
      async run(job) {
        most = Math.max(most, ++underWay);
        await gate.promise;
        const outcome = await end(job);
        underWay--;
        done++;
        return outcome;
      },
    },
    { atOnce: 3 },
  );
  await Promise.all(Array.from({ length: 10 }, (_, place) => addJob(`${place}`)));
  worker.wake();
  await vi.waitFor(() => expect(underWay).toBe(3));
  gate.resolve();
  await vi.waitFor(() => expect(done).toBe(10));
  expect(most).toBe(3);
});

describe("a job that fails but could succeed later", () => {
  const WAITS_S = [5, 15, 45, 135, 405, 1_215, 3_600, 3_600, 3_600];

  test("is tried again after waits of up to an hour, and given up after ten attempts", async () => {
    const tried: number[] = [];
    const giveUp = vi.fn(async (job: TakenJob) => void (await storage.jobs.drop(job)));
    const worker = working({
      giveUp,
      async run() {
        tried.push(now);
        return again;
      },
    });
    await addJob();
    for (const seconds of [0, ...WAITS_S]) {
      const before = tried.length;
      now += seconds * 1_000 - 1;
      worker.wake();
      now += 1;
      await vi.waitFor(() => {
        worker.wake();
        expect(tried).toHaveLength(before + 1);
      });
    }
    const waits = tried.slice(1).map((at, place) => (at - (tried[place] ?? 0)) / 1_000);
    expect(waits).toEqual(WAITS_S);
    await vi.waitFor(() => expect(giveUp).toHaveBeenCalledOnce());
    expect(tried).toHaveLength(ATTEMPTS_MAX);
    expect(await takeAt(now + 9e9)).toBeUndefined();
  });

  test("is tried again at the time it asked for", async () => {
    const worker = working({ run: async () => ({ ...again, afterMs: 7_000 }) as JobOutcome });
    await addJob();
    worker.wake();
    await vi.waitFor(() => expect(log).toHaveLength(1));
    await worker.stop();
    expect(await takeAt(NOW + 6_999)).toBeUndefined();
    expect(await takeAt(NOW + 7_000)).toMatchObject({ attempts: 2 });
  });

  test("is also one that failed from a bug, and the bug is logged", async () => {
    const bug = new TypeError("a bug");
    const worker = working({ run: () => Promise.reject(bug) });
    await addJob();
    worker.wake();
    await vi.waitFor(() => expect(log).toHaveLength(2));
    expect(log).toEqual([
      { err: bug, kind: "k", job: "a" },
      expect.objectContaining({ reason: "TypeError", waitMs: 5_000 }),
    ]);
  });
});

test("a job that ended the process ten times is given up without being tried", async () => {
  await addJob();
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    await takeAt(now);
    await storage.jobs.release(now);
  }
  const run = vi.fn(end);
  const giveUp = vi.fn(async (job: TakenJob) => void (await storage.jobs.drop(job)));
  working({ run, giveUp }).wake();
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalledOnce());
  expect(run).not.toHaveBeenCalled();
});

describe("a lease", () => {
  const FAST = { pollMs: 3_600_000, leaseMs: 30, finishMs: 3_600_000 };

  test("is renewed while the job runs", async () => {
    const gate = Promise.withResolvers<void>();
    const renewLease = vi.fn(storage.jobs.renewLease);
    const worker = working(
      {
        async run(job) {
          await gate.promise;
          return end(job);
        },
      },
      { times: FAST, storage: { jobs: { ...storage.jobs, renewLease } } },
    );
    await addJob();
    worker.wake();
    await vi.waitFor(() => expect(renewLease.mock.calls.length).toBeGreaterThan(2));
    expect(renewLease.mock.calls[0]?.[1]).toBe(NOW + 30);
    gate.resolve();
  });

  test("that is lost stops the job, and no result is written", async () => {
    const stopped = Promise.withResolvers<void>();
    const worker = working(
      {
        async run(_job, signal) {
          await new Promise((settle) => signal.addEventListener("abort", settle));
          stopped.resolve();
          return again;
        },
      },
      { times: FAST },
    );
    await addJob();
    worker.wake();
    await vi.waitFor(async () => expect(await takeAt(NOW + 60_000)).toBeDefined());
    await stopped.promise;
    await worker.stop();
    expect(await takeAt(NOW + 120_000)).toMatchObject({ attempts: 3 });
  });
});

describe("stopping the worker", () => {
  test("waits for the running job, and takes no other", async () => {
    const gate = Promise.withResolvers<void>();
    const run = vi.fn(async (job: TakenJob) => {
      await gate.promise;
      return end(job);
    });
    const worker = working({ run });
    await addJob("a");
    worker.wake();
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
    const stopped = worker.stop();
    await addJob("b");
    worker.wake();
    gate.resolve();
    await stopped;
    expect(run).toHaveBeenCalledOnce();
    expect(await takeAt(now)).toMatchObject({ dedupeKey: "b" });
  });

  test("gives back at once a job that does not end in time, without counting an attempt", async () => {
    const begun = Promise.withResolvers<void>();
    const worker = working(
      {
        async run(_job, signal) {
          begun.resolve();
          await new Promise((settle) => signal.addEventListener("abort", settle));
          return again;
        },
      },
      { times: { ...SLOW, finishMs: 5 } },
    );
    await addJob();
    worker.wake();
    await begun.promise;
    await worker.stop();
    expect(await takeAt(now)).toMatchObject({ dedupeKey: "a", attempts: 1 });
  });
});

describe("a database that is unavailable", () => {
  test("is reported once, and the worker continues when it is back", async () => {
    let isBroken = true;
    const takeJob: Storage["jobs"]["take"] = (...args) =>
      isBroken ? Promise.reject(new StorageUnavailable("gone")) : storage.jobs.take(...args);
    const run = vi.fn(end);
    const spied = vi.fn(takeJob);
    const worker = working(
      { run },
      { storage: { jobs: { ...storage.jobs, take: spied } }, times: { ...SLOW, pollMs: 2 } },
    );
    await addJob();
    worker.wake();
    await vi.waitFor(() => expect(spied.mock.calls.length).toBeGreaterThan(3));
    expect(log).toHaveLength(1);
    isBroken = false;
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
  });

  test("when a job is put back leaves the job to its lease", async () => {
    const postpone = () => Promise.reject(new StorageUnavailable("gone"));
    const worker = working({ run: async () => again }, { storage: { jobs: { ...storage.jobs, postpone } } });
    await addJob();
    worker.wake();
    await vi.waitFor(() => expect(log).toHaveLength(2));
    expect(await takeAt(NOW + SLOW.leaseMs)).toMatchObject({ attempts: 2 });
  });
});

test("a worker that knows no kind of job leaves the queue alone", async () => {
  await addJob();
  const take = vi.fn(storage.jobs.take);
  working({}, { kinds: [], storage: { jobs: { ...storage.jobs, take } } }).wake();
  expect(take).not.toHaveBeenCalled();
});

test("each attempt is counted by its kind and its result", async () => {
  const noted: object[] = [];
  const outcomes: JobOutcome[] = [again, { kind: "ended" }];
  const worker = working(
    { run: async (job) => (outcomes.length > 1 ? (outcomes.shift() ?? again) : end(job)) },
    { noteTry: ({ kind, outcome, seconds }) => noted.push({ kind, outcome, isTimed: seconds >= 0 }) },
  );
  await addJob();
  worker.wake();
  await vi.waitFor(() => expect(noted).toEqual([{ kind: "k", outcome: "again", isTimed: true }]));
  now += 3_600_000;
  worker.wake();
  await vi.waitFor(() => expect(noted).toHaveLength(2));
  expect(noted[1]).toEqual({ kind: "k", outcome: "ended", isTimed: true });
});

test("an attempt that the worker gives up, or returns while stopping, is counted as such", async () => {
  const noted: string[] = [];
  const noteTry: WorkerOptions["noteTry"] = ({ outcome }) => void noted.push(outcome);
  const failing = working({ run: async () => again }, { noteTry });
  await addJob("a");
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    failing.wake();
    await vi.waitFor(() => expect(noted).toHaveLength(attempt));
    now += 3_600_000;
  }
  expect(noted.at(-1)).toBe("given-up");
  await failing.stop();
  const begun = Promise.withResolvers<void>();
  const held = working(
    {
      run: (_job, signal) =>
        new Promise((resolve) => {
          begun.resolve();
          signal.addEventListener("abort", () => resolve(again));
        }),
    },
    { noteTry, times: { ...SLOW, finishMs: 0 } },
  );
  await addJob("b");
  held.wake();
  await begun.promise;
  await held.stop();
  expect(noted.at(-1)).toBe("given-back");
});
