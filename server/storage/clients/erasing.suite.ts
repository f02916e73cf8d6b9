import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { databaseAudio, PIECE_BYTES } from "../takes/audio.ts";
import { TRANSCRIBE_TAKE_JOB, transcriptionJob } from "../takes/take-references.ts";

const MIB = 1024 * 1024;

export function erasingSuite(open: () => Promise<OpenedStorage>): void {
  const later = NOW + 1_000;
  let opened: OpenedStorage;
  let storage: Storage;
  beforeEach(async () => {
    opened = await open();
    storage = opened.storage;
    // ids that a careless pattern would confuse
    await storage.clients.add(aClient("cl_1", "Rosa"), aKey("KEY01", "cl_1"), []);
    await storage.clients.add(aClient("cl_11", "Ben"), aKey("KEY11", "cl_11"), []);
    await storage.clients.add(aClient("clx1", "Tom"), aKey("KEYX1", "clx1"), []);
  });
  afterEach(() => storage.close());

  const condemn = (clientId = "cl_1") => storage.erasing.softDeleteClient({ clientId, at: later }, []);
  const bodies = async () => (await storage.records.listRevisions("cl_1")).length;

  describe("a client marked for erasing", () => {
    test("is listed only for the code that erases it", async () => {
      expect(await condemn()).toBe(true);
      expect(await condemn()).toBe(false);
      expect(await storage.erasing.listSoftDeleted()).toEqual(["cl_1"]);
      expect((await storage.clients.list()).map(({ name }) => name)).toEqual(["Ben", "Tom"]);
      expect(await storage.clients.find("cl_1")).toBeUndefined();
      expect((await storage.accessKeys.find("KEY01"))?.revokedAt).toBe(later);
    });

    test("keeps the time at which a key was revoked before", async () => {
      await storage.accessKeys.revoke("KEY01", NOW, []);
      await condemn();
      expect((await storage.accessKeys.find("KEY01"))?.revokedAt).toBe(NOW);
    });

    test("is forgotten when no data is left, and not before", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(
        aSave("two", { submissionId: "s1", idempotency: { key: "k", requestHash: "h" } }),
      );
      await condemn();
      expect(await storage.erasing.forgetClient("cl_1")).toBe(false);
      let pieces = 0;
      while (await storage.erasing.dropPieceOfRecord("cl_1")) pieces++;
      expect(pieces).toBe(3);
      expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
      expect(await storage.erasing.listSoftDeleted()).toEqual([]);
      expect(await storage.accessKeys.find("KEY01")).toBeUndefined();
    });

    test("is emptied in steps of limited size", async () => {
      for (const text of ["a", "b", "c"]) await storage.records.save(aSave(text.repeat(MIB)));
      await storage.records.save(aSave("d".repeat(4 * MIB)));
      await condemn();
      const left: number[] = [];
      while (await storage.erasing.dropPieceOfRecord("cl_1")) left.push(await bodies());
      expect(left).toEqual([3, 2, 1, 0].slice(4 - left.length));
      expect(left.length).toBeGreaterThan(2);
    });
  });

  describe("the jobs of a client", () => {
    const ask = (clientId: string, takeId = "t") =>
      storage.jobs.add(transcriptionJob({ clientId, takeId }, NOW));
    const remaining = async () => {
      const jobs = await opened.engine.read((db) =>
        db.selectFrom("jobs").select("dedupe_key").orderBy("dedupe_key").execute(),
      );
      return jobs.map(({ dedupe_key }) => dedupe_key.replace(`${TRANSCRIBE_TAKE_JOB}:`, ""));
    };

    test("are removed, and no others", async () => {
      for (const clientId of ["cl_1", "cl_11", "clx1"]) await ask(clientId);
      expect(await storage.erasing.dropJobs("cl_1", NOW)).toBe(true);
      expect(await remaining()).toEqual(["cl_11/t", "clx1/t"]);
    });

    test("stay while a worker holds them, until its lease ends", async () => {
      await ask("cl_1");
      await storage.jobs.take([TRANSCRIBE_TAKE_JOB], { now: NOW, until: later });
      await ask("cl_1", "u");
      expect(await storage.erasing.dropJobs("cl_1", NOW)).toBe(false);
      expect(await remaining()).toEqual(["cl_1/t"]);
      expect(await storage.erasing.dropJobs("cl_1", later)).toBe(true);
    });
  });

  test("the copies of a client are removed, also those of unknown recordings, and no others", async () => {
    const audio = databaseAudio(opened.engine, opened.seals);
    for (const clientId of ["cl_1", "cl_11", "clx1"]) {
      for (const takeId of ["t", "u"]) await audio.put({ clientId, takeId }, Buffer.alloc(2 * PIECE_BYTES));
    }
    await audio.dropAllOf("cl_1");
    const sizes = await Promise.all(
      ["cl_1", "cl_11", "clx1"].map((clientId) => audio.size({ clientId, takeId: "t" })),
    );
    expect(sizes).toEqual([undefined, 2 * PIECE_BYTES, 2 * PIECE_BYTES]);
  });

  test("clients are listed in pages by id, without those marked for erasing", async () => {
    await condemn("cl_11");
    const page = async (after: string) =>
      (await storage.clients.listAfter("all", after, 1)).map(({ clientId }) => clientId);
    expect([await page(""), await page("cl_1"), await page("clx1")]).toEqual([["cl_1"], ["clx1"], []]);
  });

  test("submissions are listed without their records, which are loaded one by one", async () => {
    await storage.records.save(aSave("one", { submissionId: "s1" }));
    await storage.records.save(aSave("two", { submissionId: "s2", at: later }));
    expect(await storage.records.listSubmissionSteps("cl_1")).toEqual([
      { submissionId: "s1", revision: 1, submittedAt: NOW },
      { submissionId: "s2", revision: 2, submittedAt: later },
    ]);
    expect(await storage.records.loadSubmission("s1")).toEqual({ "website-form": { url: "one" } });
    expect(await storage.records.loadSubmission("s3")).toBeUndefined();
  });

  test("no deleted data is left in a file", async () => {
    expect(await storage.erasing.eraseFreedPages()).toBe(true);
  });
}
