import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewJob, TakenJob } from "./jobs.ts";

const LEASE_MS = 1_000;

export function jobSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
  });
  afterEach(() => storage.close());

  const aJob = (id: string, more: Partial<NewJob> = {}): NewJob => ({
    kind: "k",
    dedupeKey: id,
    payload: { id },
    at: NOW,
    ...more,
  });
  const take = (now = NOW, kinds = ["k"]) => storage.jobs.take(kinds, { now, until: now + LEASE_MS });
  const taken = async (now?: number): Promise<TakenJob> => {
    const job = await take(now);
    if (!job) throw new Error("There is no job to take");
    return job;
  };

  describe("a job", () => {
    test("is taken by one worker, with its payload, and by no other while the lease runs", async () => {
      await storage.jobs.add(aJob("a"));
      expect(await take()).toMatchObject({ kind: "k", dedupeKey: "a", payload: { id: "a" }, attempts: 1 });
      expect(await take()).toBeUndefined();
      expect(await take(NOW + LEASE_MS - 1)).toBeUndefined();
    });

    test("of another kind, or not yet due, is not taken", async () => {
      await storage.jobs.add(aJob("a", { kind: "other" }));
      await storage.jobs.add(aJob("b", { at: NOW + 1 }));
      expect(await take()).toBeUndefined();
      expect((await take(NOW + 1))?.dedupeKey).toBe("b");
      expect((await take(NOW, ["other"]))?.dedupeKey).toBe("a");
    });

    test("that has waited longest is taken first", async () => {
      for (const [place, id] of ["c", "a", "b"].entries())
        await storage.jobs.add(aJob(id, { at: NOW - place }));
      const ids = [await taken(), await taken(), await taken()].map(({ dedupeKey }) => dedupeKey);
      expect(ids).toEqual(["b", "a", "c"]);
    });

    test("is taken once by 20 simultaneous workers", async () => {
      for (const id of ["a", "b", "c"]) await storage.jobs.add(aJob(id));
      const jobs = await Promise.all(Array.from({ length: 20 }, () => take()));
      expect(jobs.flatMap((job) => job?.dedupeKey ?? []).sort()).toEqual(["a", "b", "c"]);
    });

    test("that has ended is gone", async () => {
      await storage.jobs.add(aJob("a"));
      expect(await storage.jobs.drop(await taken())).toBe(true);
      expect(await take(NOW + 2 * LEASE_MS)).toBeUndefined();
    });
  });

  describe("an expired lease", () => {
    test("lets another worker continue, which counts as an attempt, and the first worker cannot end the job", async () => {
      await storage.jobs.add(aJob("a"));
      const first = await taken();
      const second = await taken(NOW + LEASE_MS);
      expect(second).toMatchObject({ dedupeKey: "a", attempts: 2 });
      expect(await storage.jobs.drop(first)).toBe(false);
      expect(await storage.jobs.renewLease(first, NOW + 9 * LEASE_MS)).toBe(false);
      expect(await storage.jobs.postpone(first, NOW)).toBe(false);
      expect(await storage.jobs.return(first)).toBe(false);
      expect(await storage.jobs.drop(second)).toBe(true);
    });

    test("does no harm where no other worker has taken the job", async () => {
      await storage.jobs.add(aJob("a"));
      const job = await taken();
      expect(await storage.jobs.renewLease(job, NOW + 3 * LEASE_MS)).toBe(true);
      expect(await take(NOW + 2 * LEASE_MS)).toBeUndefined();
      expect(await storage.jobs.drop(job)).toBe(true);
    });
  });

  describe("a job that is put back", () => {
    test("is due at the set time, with its attempts counted", async () => {
      await storage.jobs.add(aJob("a"));
      expect(await storage.jobs.postpone(await taken(), NOW + 5)).toBe(true);
      expect(await take(NOW + 4)).toBeUndefined();
      expect((await take(NOW + 5))?.attempts).toBe(2);
    });

    test("after partial work starts its attempts over, and is due earlier when it is requested again", async () => {
      await storage.jobs.add(aJob("a"));
      expect(await storage.deliveries.putOffJob(await taken(), NOW + 5)).toBe(true);
      expect(await take(NOW + 4)).toBeUndefined();
      const second = await taken(NOW + 5);
      expect(second.attempts).toBe(1);
      await storage.jobs.add(aJob("a", { at: NOW + 6 }));
      expect(await storage.deliveries.putOffJob(second, NOW + 99)).toBe(true);
      expect((await take(NOW + 6))?.attempts).toBe(1);
      expect(await storage.deliveries.putOffJob(second, NOW + 1)).toBe(false);
    });

    test("because the server stops is due at once, and does not count as an attempt", async () => {
      await storage.jobs.add(aJob("a"));
      expect(await storage.jobs.return(await taken())).toBe(true);
      expect((await take())?.attempts).toBe(1);
    });
  });

  describe("a job that is added again", () => {
    test("while it waits is the same job, due as last requested, with its attempts reset", async () => {
      await storage.jobs.add(aJob("a"));
      await storage.jobs.postpone(await taken(), NOW + 99);
      await storage.jobs.add(aJob("a", { payload: { id: "newer" }, at: NOW + 1 }));
      expect(await taken(NOW + 1)).toMatchObject({ payload: { id: "newer" }, attempts: 1 });
      expect(await take(NOW + 1)).toBeUndefined();
    });

    test("while it runs is not taken by another worker, and runs once more after it ends", async () => {
      await storage.jobs.add(aJob("a"));
      const first = await taken();
      await storage.jobs.add(aJob("a", { at: NOW + 1 }));
      expect(await take(NOW + 1)).toBeUndefined();
      expect(await storage.jobs.drop(first)).toBe(true);
      expect(await storage.jobs.drop(await taken(NOW + 1))).toBe(true);
      expect(await take(NOW + 2)).toBeUndefined();
    });

    test("while it runs and is then put back is due as last requested", async () => {
      await storage.jobs.add(aJob("a"));
      const first = await taken();
      await storage.jobs.add(aJob("a", { at: NOW + 1 }));
      await storage.jobs.postpone(first, NOW + 99);
      expect((await take(NOW + 1))?.attempts).toBe(1);
    });

    test("after it is done is a new job", async () => {
      await storage.jobs.add(aJob("a"));
      await storage.jobs.drop(await taken());
      await storage.jobs.add(aJob("a"));
      expect((await take())?.attempts).toBe(1);
    });
  });

  test("a server that starts alone finds every job free and due, whatever a dead server had leased", async () => {
    await storage.jobs.add(aJob("leased"));
    await taken();
    await storage.jobs.add(aJob("by a clock that was ahead", { at: NOW + 9e9 }));
    await storage.jobs.release(NOW);
    const ids = [await taken(), await taken()].map(({ dedupeKey }) => dedupeKey);
    expect(ids.sort()).toEqual(["by a clock that was ahead", "leased"]);
  });
}
