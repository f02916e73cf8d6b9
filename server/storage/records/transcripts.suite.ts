import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TakeState } from "#contract/api/calls.ts";
import { insertJob, type TakenJob } from "../outbox/jobs.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { transcriptionJob } from "../takes/take-references.ts";

const NAME = { clientId: "cl_1", takeId: "t1" };

export function transcriptSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  let storage: Storage;
  beforeEach(async () => {
    opened = await open();
    ({ storage } = opened);
    await storage.clients.add(aClient(), aKey(), []);
    await addTake("t1", "queued");
  });
  afterEach(() => storage.close());

  async function addTake(takeId: string, state: TakeState): Promise<void> {
    const owner = { client_id: "cl_1", take_id: takeId };
    await opened.engine.write(async (db) => {
      await db
        .insertInto("takes")
        .values({ ...owner, state, bytes: 3, created_at: NOW, question_id: "q1" })
        .execute();
      for (const part of [1, 0]) {
        await db
          .insertInto("take_parts")
          .values({ ...owner, part, sha256: "x", body: new Uint8Array([part]) })
          .execute();
      }
      if (state === "queued") await insertJob(db, transcriptionJob({ ...NAME, takeId }, NOW));
    });
  }
  const takeJob = async (now = NOW): Promise<TakenJob> => {
    const job = await storage.jobs.take(["transcribe-take"], { now, until: now + 1_000 });
    if (!job) throw new Error("There is no job to take");
    return job;
  };
  const parts = async () => {
    const read: number[] = [];
    for await (const part of storage.takes.readParts(NAME)) read.push(...part);
    return read;
  };
  const revise = () => aSave("revised").compose(undefined);
  const revisions = async () => (await storage.records.listRevisions("cl_1")).map(({ revision }) => revision);

  test("a take's parts are read in order, whatever the order of their arrival", async () => {
    expect(await parts()).toEqual([0, 1]);
  });

  test("takes of several clients that began in the same millisecond are listed in a fixed order", async () => {
    await storage.clients.add(aClient("cl_0"), aKey("KEY00", "cl_0"), []);
    const [mine] = await storage.takes.list();
    await opened.engine.write((db) =>
      db
        .insertInto("takes")
        .values({ client_id: "cl_0", take_id: "t1", state: "queued", bytes: 3, created_at: NOW })
        .execute(),
    );
    expect((await storage.takes.list()).map(({ clientId }) => clientId)).toEqual(["cl_0", mine?.clientId]);
  });

  test("the copy replaces the parts, and its length replaces theirs", async () => {
    expect(await storage.takes.keepCopy(await takeJob(), NAME, { durationMs: 7, bytes: 5 })).toBe("kept");
    expect(await parts()).toEqual([]);
    expect(await storage.takes.list("cl_1")).toMatchObject([{ durationMs: 7, bytes: 5, attempts: 1 }]);
  });

  test("the copy of a deleted take, or of a job that another worker has, is not stored", async () => {
    const first = await takeJob();
    const gone = { ...NAME, takeId: "t9" };
    expect(await storage.takes.keepCopy(first, gone, { durationMs: 7, bytes: 5 })).toBe("deleted");
    await takeJob(NOW + 1_000);
    expect(await storage.takes.keepCopy(first, NAME, { durationMs: 7, bytes: 5 })).toBe("lease-lost");
    expect(await parts()).toEqual([0, 1]);
  });

  describe("a result", () => {
    test("is stored with the end of the job and the change of the record", async () => {
      await storage.records.save(aSave("one", { submissionId: "s1" }));
      const settling = {
        name: NAME,
        at: NOW + 5,
        state: "transcribed",
        transcript: "wörds",
        revise,
      } as const;
      expect(await storage.takes.settle(await takeJob(), settling)).toBe(true);
      expect(await storage.takes.findInWork(NAME)).toMatchObject({
        state: "transcribed",
        transcript: "wörds",
      });
      expect(await storage.records.load("cl_1")).toEqual({
        revision: 2,
        savedAt: NOW + 5,
        submittedAt: NOW,
        record: { "website-form": { url: "revised" } },
      });
      expect(await storage.takes.list("cl_1")).toMatchObject([{ attempts: null }]);
    });

    test("is not stored where another worker has taken the job", async () => {
      await storage.records.save(aSave("one"));
      const first = await takeJob();
      await takeJob(NOW + 1_000);
      const settling = { name: NAME, at: NOW, state: "transcribed", transcript: "x", revise } as const;
      expect(await storage.takes.settle(first, settling)).toBe(false);
      expect(await storage.takes.findInWork(NAME)).toMatchObject({ state: "queued", transcript: null });
      expect(await revisions()).toEqual([1]);
    });

    test("that cannot be written into the record is not stored at all", async () => {
      await storage.records.save(aSave("one"));
      const broken = {
        ...({ name: NAME, at: NOW, state: "transcribed", transcript: "x" } as const),
        revise() {
          throw new Error("no record");
        },
      };
      await expect(storage.takes.settle(await takeJob(), broken)).rejects.toThrow("no record");
      expect(await storage.takes.findInWork(NAME)).toMatchObject({ state: "queued", transcript: null });
      expect(await takeJob(NOW + 1_000)).toMatchObject({ attempts: 2 });
    });

    test("of a take that has been deleted ends the job and changes nothing", async () => {
      await storage.records.save(aSave("one"));
      const gone = { ...NAME, takeId: "t9" };
      const settling = { name: gone, at: NOW, state: "transcribed", transcript: "x", revise } as const;
      expect(await storage.takes.settle(await takeJob(), settling)).toBe(true);
      expect(await revisions()).toEqual([1]);
    });

    test("leaves a client who has no record without one", async () => {
      const settling = { name: NAME, at: NOW, state: "transcribed", transcript: "x", revise } as const;
      await storage.takes.settle(await takeJob(), settling);
      expect(await storage.records.load("cl_1")).toBeUndefined();
    });

    test("that changes nothing in the record makes no revision", async () => {
      await storage.records.save(aSave("one"));
      const settling = { name: NAME, at: NOW, state: "transcribed", revise: () => undefined } as const;
      await storage.takes.settle(await takeJob(), settling);
      expect(await revisions()).toEqual([1]);
    });

    test("that refuses a take leaves no audio of it", async () => {
      await storage.takes.settle(await takeJob(), { name: NAME, at: NOW, state: "refused" });
      expect(await parts()).toEqual([]);
      expect(await storage.takes.list("cl_1")).toMatchObject([{ state: "refused", bytes: 0 }]);
    });

    test("for a take in another state does not change a settled take", async () => {
      await addTake("t2", "refused");
      const name = { ...NAME, takeId: "t2" };
      await storage.takes.settle(await takeJob(), { name, at: NOW, state: "transcribed", transcript: "x" });
      expect(await storage.takes.findInWork(name)).toMatchObject({ state: "refused", transcript: null });
    });
  });

  describe("retrying a take", () => {
    const FROM: TakeState[] = ["queued", "failed"];

    test.each<[TakeState, boolean]>([
      ["queued", true],
      ["failed", true],
      ["silent", false],
      ["receiving", false],
      ["transcribed", false],
      ["refused", false],
    ])("is possible only from the requested states: %s", async (state, isQueued) => {
      await addTake("t2", state);
      const name = { ...NAME, takeId: "t2" };
      expect(await storage.takes.requeue(name, FROM, NOW + 1)).toBe(state);
      expect(await storage.takes.findInWork(name)).toMatchObject({ state: isQueued ? "queued" : state });
      const listed = (await storage.takes.list("cl_1")).find(({ takeId }) => takeId === "t2");
      expect(listed?.attempts).toBe(isQueued ? 0 : null);
    });

    test("is not possible for an unknown take", async () => {
      expect(await storage.takes.requeue({ ...NAME, takeId: "t9" }, FROM, NOW)).toBeUndefined();
    });
  });
}
