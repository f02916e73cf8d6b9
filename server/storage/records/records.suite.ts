import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { HISTORY_MAX_DAYS, HISTORY_MAX_STEPS } from "#contract/limits.ts";
import { runMaintenance } from "../../housekeeping.ts";
import type { StorageEvent } from "../audit/events.ts";
import { SessionEnded } from "../engine/faults.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

export function recordSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.clients.add(aClient(), aKey(), []);
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
  });
  afterEach(() => storage.close());

  const revisions = async () => (await storage.records.listRevisions("cl_1")).map(({ revision }) => revision);

  describe("clients who start with a record", () => {
    const begun = (place: number, more: Parameters<typeof aSave>[1] = {}) => {
      const clientId = `cl_new${place}`;
      const save = aSave("one", { clientId, ...more });
      return { client: aClient(clientId), key: aKey(`NEW0${place}`, clientId), save, events: [] };
    };

    test("are stored with it, and are in progress", async () => {
      expect(await storage.clients.addMany([begun(1), begun(2)])).toEqual(new Set());
      for (const clientId of ["cl_new1", "cl_new2"]) {
        expect(await storage.records.load(clientId)).toMatchObject({ revision: 1, savedAt: NOW });
        expect(await storage.clients.findManaged("all", clientId)).toMatchObject({ state: "in-progress" });
      }
    });

    test("are stored with the record or not at all", async () => {
      const failing = begun(2, {
        compose() {
          throw new Error("This record cannot be composed");
        },
      });
      await expect(storage.clients.addMany([begun(1), failing])).rejects.toThrow("cannot be composed");
      await expect(storage.clients.addMany([begun(1), begun(2, { expectedRevision: 7 })])).rejects.toThrow(
        "came to conflict",
      );
      for (const clientId of ["cl_new1", "cl_new2"]) {
        expect(await storage.clients.find(clientId)).toBeUndefined();
        expect(await storage.records.load(clientId)).toBeUndefined();
      }
      expect(await storage.accessKeys.find("NEW01")).toBeUndefined();
    });
  });

  describe("a record", () => {
    test("that was never saved does not exist", async () => {
      expect(await storage.records.load("cl_1")).toBeUndefined();
      expect(await storage.records.findSummary("cl_1")).toBeUndefined();
      expect(await storage.records.loadRevision("cl_1", 1)).toBeUndefined();
      expect(await storage.records.listRevisions("cl_1")).toEqual([]);
      expect(await storage.records.listSubmissions("cl_1")).toEqual([]);
    });

    test("is stored with its summary and its history, only for its own client", async () => {
      const outcome = await storage.records.save(aSave("one\u0000\ud83d👍"));
      expect(outcome).toEqual({ kind: "saved", revision: 1, savedAt: NOW, submittedAt: null });
      const record = { "website-form": { url: "one\u0000\ud83d👍" } };
      expect(await storage.records.load("cl_1")).toEqual({
        revision: 1,
        savedAt: NOW,
        submittedAt: null,
        record,
      });
      expect(await storage.records.loadRevision("cl_1", 1)).toEqual(record);
      const summary = {
        revision: 1,
        completed: 1,
        total: 13,
        percent: 8,
        completeQuestions: ["website-info"],
        notAsked: [],
        lastSection: "website",
        savedAt: NOW,
        submittedAt: null,
      };
      expect(await storage.records.findSummary("cl_1")).toEqual(summary);
      expect((await storage.clients.find("cl_1"))?.record).toEqual(summary);
      expect(await storage.records.load("cl_2")).toBeUndefined();
    });

    test("of a client who does not exist is refused", async () => {
      await expect(storage.records.save(aSave("x", { clientId: "cl_none" }))).rejects.toThrow();
      expect(await storage.records.load("cl_none")).toBeUndefined();
    });

    test("saved in a session that no longer exists is not stored", async () => {
      await expect(storage.records.save(aSave("x", { tokenHash: "nobody's" }))).rejects.toThrow(SessionEnded);
      expect(await storage.records.load("cl_1")).toBeUndefined();
    });

    test("saved by someone else since then is a conflict, which stores nothing", async () => {
      await storage.records.save(aSave("one"));
      expect(await storage.records.save(aSave("two", { expectedRevision: 0 }))).toEqual({
        kind: "conflict",
        revision: 1,
      });
      expect(await storage.records.save(aSave("one", { expectedRevision: Number.NaN }))).toEqual({
        kind: "conflict",
        revision: 1,
      });
      expect(await revisions()).toEqual([1]);
    });

    test("is passed to compose where it belongs to another interview, or on request", async () => {
      await storage.records.save(aSave("one"));
      const seen: unknown[] = [];
      const look = (more: object) => {
        const { compose } = aSave("one");
        const save = aSave("one", {
          compose(previous) {
            seen.push(previous);
            return compose(previous);
          },
          ...more,
        });
        return storage.records.save(save);
      };
      await look({});
      await look({ needsPrevious: true });
      await look({ interviewHash: "h2" });
      const record = { "website-form": { url: "one" } };
      expect(seen).toEqual([undefined, record, record]);
    });

    test("that compose cannot make leaves everything unchanged", async () => {
      await storage.records.save(aSave("one"));
      const broken = aSave("two", {
        compose() {
          throw new Error("no record");
        },
      });
      await expect(storage.records.save(broken)).rejects.toThrow("no record");
      expect(await revisions()).toEqual([1]);
    });

    test("that is saved 100 times at once has 100 consecutive revisions and loses none", async () => {
      const saves = Array.from({ length: 100 }, (_, place) => storage.records.save(aSave(`save ${place}`)));
      const outcomes = await Promise.all(saves);
      const stored = outcomes.map((outcome) => ("revision" in outcome ? outcome.revision : 0));
      const consecutive = Array.from({ length: 100 }, (_, place) => place + 1);
      expect([...stored].sort((a, b) => a - b)).toEqual(consecutive);
      expect((await revisions()).length).toBe(100);
      for (const [place, revision] of stored.entries()) {
        expect(await storage.records.loadRevision("cl_1", revision)).toEqual({
          "website-form": { url: `save ${place}` },
        });
      }
    });
  });

  test("a submission is stored with its event, once for each content", async () => {
    const submit = (text: string, submissionId: string, at: number) =>
      storage.records.save(aSave(text, { submissionId, at, requestId: "r1" }));
    await submit("one", "s1", NOW);
    expect(await submit("one", "s2", NOW + 1)).toMatchObject({ revision: 1, submittedAt: NOW });
    expect(await submit("two", "s3", NOW + 2)).toMatchObject({ revision: 2, submittedAt: NOW + 2 });
    const submissions = await storage.records.listSubmissions("cl_1");
    expect(submissions.map(({ submissionId, record }) => [submissionId, record["website-form"]])).toEqual([
      ["s1", { url: "one" }],
      ["s3", { url: "two" }],
    ]);
    expect((await storage.audit.list("cl_1")).map(({ kind, requestId }) => [kind, requestId])).toEqual([
      ["record.submitted", "r1"],
      ["record.submitted", "r1"],
    ]);
  });

  describe("a client who keeps submitting", () => {
    const MIB = 1024 * 1024;
    const submit = (place: number, { at = NOW + place, text = `${place}` } = {}) =>
      storage.records.save(aSave(text, { submissionId: `s${place}`, at }));
    const kept = async () =>
      (await storage.records.listSubmissions("cl_1")).map(({ submissionId }) => submissionId);
    const eventCount = async () => (await storage.audit.list("cl_1")).length;

    test("is never refused; 20 submissions an hour are announced, and each later one replaces the last", async () => {
      for (let place = 1; place <= 30; place++)
        expect(await submit(place)).toMatchObject({ kind: "saved", submittedAt: NOW + place });
      expect(await eventCount()).toBe(20);
      expect(await kept()).toEqual([...Array.from({ length: 19 }, (_, place) => `s${place + 1}`), "s30"]);
      await submit(31, { at: NOW + HOUR_MS + 2 });
      expect(await eventCount()).toBe(21);
      expect((await kept()).slice(-2)).toEqual(["s30", "s31"]);
    });

    test("keeps 100 submissions, the first and the newest among them", async () => {
      for (let place = 1; place <= 110; place++) await submit(place, { at: NOW + place * HOUR_MS });
      const ids = await kept();
      expect(ids).toHaveLength(100);
      expect([ids[0], ids[1], ids.at(-1)]).toEqual(["s1", "s12", "s110"]);
    });

    test("fills at most 50 MiB with submissions and history, whatever is sent, and the newest record stays", async () => {
      for (let place = 1; place <= 40; place++) {
        // alternates large and small texts, so that small ones don't make room in the count for others
        const text = `${place}`.padEnd(place % 2 === 0 ? 10 : 3 * MIB, "x");
        await submit(place, { text });
      }
      const stored: unknown[] = (await storage.records.listSubmissions("cl_1")).map(({ record }) => record);
      for (const each of await revisions()) stored.push(await storage.records.loadRevision("cl_1", each));
      expect(JSON.stringify(stored).length).toBeLessThanOrEqual(50 * MIB);
      expect(JSON.stringify(stored).length).toBeGreaterThan(30 * MIB);
      expect((await revisions())[0]).toBe(40);
      const ids = await kept();
      expect([ids[0], ids.at(-1)]).toEqual(["s1", "s40"]);
      expect(await eventCount()).toBe(20);
    });
  });

  test("a repeated save is recognized by its key, also when the record has changed since", async () => {
    const idempotency = { key: "k", requestHash: "h" };
    const first = await storage.records.save(aSave("one", { idempotency }));
    await storage.records.save(aSave("two"));
    expect(await storage.records.save(aSave("one", { idempotency }))).toEqual(first);
    const other = aSave("three", { idempotency: { key: "k", requestHash: "other" } });
    expect(await storage.records.save(other)).toEqual({ kind: "idempotency-mismatch" });
    expect(await revisions()).toEqual([2, 1]);
  });

  describe("restoring an earlier revision", () => {
    const compose = () => aSave("one").compose(undefined);
    const event: StorageEvent = { at: NOW + 5, kind: "record.restored", actor: "operator", clientId: "cl_1" };
    const restore = (revision: number, clientId = "cl_1") =>
      storage.records.restore({ clientId, revision, at: NOW + 5, compose }, [event]);
    const events = async () => (await storage.audit.list("cl_1")).filter(({ kind }) => kind === event.kind);

    test("makes the record's next revision, with summary and event, and the history continues", async () => {
      await storage.records.save(aSave("one\u0000\ud83d👍", { submissionId: "s1" }));
      await storage.records.save(aSave("two"));
      expect(await restore(1)).toEqual({ kind: "restored", revision: 3, replaced: 2 });
      expect(await storage.records.load("cl_1")).toEqual({
        revision: 3,
        savedAt: NOW + 5,
        submittedAt: NOW,
        record: { "website-form": { url: "one\u0000\ud83d👍" } },
      });
      expect(await storage.records.listRevisions("cl_1")).toEqual([
        { revision: 3, savedAt: NOW + 5, submittedAt: null, device: null },
        { revision: 2, savedAt: NOW, submittedAt: null, device: null },
        { revision: 1, savedAt: NOW, submittedAt: NOW, device: null },
      ]);
      expect(await events()).toEqual([event]);
    });

    test("stores its own text, whatever compose makes of it", async () => {
      await storage.records.save(aSave("kept as it was"));
      await storage.records.save(aSave("two"));
      await restore(1);
      expect((await storage.records.load("cl_1"))?.record).toEqual({
        "website-form": { url: "kept as it was" },
      });
    });

    test("changes nothing where the record already has that content", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two"));
      await storage.records.save(aSave("one"));
      expect(await restore(3)).toEqual({ kind: "unchanged", revision: 3 });
      expect(await restore(1)).toEqual({ kind: "unchanged", revision: 3 });
      expect([await revisions(), await events()]).toEqual([[3, 2, 1], []]);
    });

    test("fails for a revision that never existed, was dropped, or belongs to another client", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two", { at: NOW + DAY_MS }));
      await storage.records.dropHistory(NOW + 1, 10);
      expect(await restore(1)).toEqual({ kind: "missing", newest: 2 });
      expect(await restore(3)).toEqual({ kind: "missing", newest: 2 });
      expect(await restore(2, "cl_2")).toEqual({ kind: "missing", newest: 0 });
      expect(await restore(2, "cl_none")).toEqual({ kind: "missing", newest: 0 });
      expect([await revisions(), await events()]).toEqual([[2], []]);
    });

    test("is a conflict for a save from a page that has not seen it", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two"));
      await restore(1);
      expect(await storage.records.save(aSave("three", { expectedRevision: 2 }))).toEqual({
        kind: "conflict",
        revision: 3,
      });
    });

    test("during simultaneous saves loses none of them", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two"));
      const saves = Array.from({ length: 20 }, (_, place) => storage.records.save(aSave(`save ${place}`)));
      const restored = restore(1);
      await Promise.all([...saves, restored]);
      expect(await restored).toMatchObject({ kind: "restored" });
      expect(await revisions()).toEqual(Array.from({ length: 23 }, (_, place) => 23 - place));
    });
  });

  describe("simultaneous saves of many clients", () => {
    const clientIds = Array.from({ length: 70 }, (_, place) => `cl_many_${place}`);
    beforeEach(async () => {
      for (const clientId of clientIds)
        await storage.clients.add(aClient(clientId), aKey(clientId, clientId), []);
    });
    const texts = async () =>
      Promise.all(
        clientIds.map(async (clientId) => {
          const record = (await storage.records.load(clientId))?.record as {
            "website-form": { url: string };
          };
          return record?.["website-form"].url;
        }),
      );

    test("each go to their own client", async () => {
      for (const round of [1, 2]) {
        const outcomes = await Promise.all(
          clientIds.map((clientId) => storage.records.save(aSave(`${clientId} ${round}`, { clientId }))),
        );
        expect(outcomes.map((outcome) => outcome.kind === "saved" && outcome.revision)).toEqual(
          clientIds.map(() => round),
        );
        expect(await texts()).toEqual(clientIds.map((clientId) => `${clientId} ${round}`));
      }
    });

    test("are stored even when some of them are refused", async () => {
      const key = { key: "k", requestHash: "r" };
      await storage.records.save(aSave("before", { clientId: "cl_many_2", idempotency: key }));
      const special: { [clientId: string]: Parameters<typeof aSave>[1] } = {
        cl_many_0: { tokenHash: "of no session" },
        cl_many_1: { expectedRevision: 7 },
        cl_many_2: { idempotency: key },
        cl_many_3: { idempotency: key, submissionId: "sb_3" },
        cl_many_4: { clientId: "cl_nobody" },
      };
      const settled = await Promise.allSettled(
        clientIds.map((clientId) => storage.records.save(aSave("now", { clientId, ...special[clientId] }))),
      );
      const [ended, conflict, repeated, submitted, nobody, ...others] = settled;
      expect(ended?.status === "rejected" && ended.reason).toBeInstanceOf(SessionEnded);
      expect(conflict).toMatchObject({ value: { kind: "conflict", revision: 0 } });
      expect(repeated).toMatchObject({ value: { kind: "saved", revision: 1 } });
      expect(submitted).toMatchObject({ value: { kind: "saved", submittedAt: NOW } });
      expect(nobody?.status).toBe("rejected");
      expect(new Set(others.map((each) => each.status))).toEqual(new Set(["fulfilled"]));
      expect((await texts()).slice(0, 6)).toEqual([undefined, undefined, "before", "now", undefined, "now"]);
      expect(await storage.records.listSubmissions("cl_many_3")).toMatchObject([
        { submissionId: "sb_3", revision: 1 },
      ]);
    });

    test("by one client are all stored, one after the other", async () => {
      const saves = Array.from({ length: 20 }, (_, place) => storage.records.save(aSave(`save ${place}`)));
      const outcomes = await Promise.all(saves);
      const stored = outcomes.map((outcome) => (outcome.kind === "saved" ? outcome.revision : 0));
      expect(stored.toSorted((one, other) => one - other)).toEqual(outcomes.map((_, place) => place + 1));
    });
  });

  describe("history", () => {
    test("never has more than 500 steps, and the newest is the record", async () => {
      const saves = Array.from({ length: HISTORY_MAX_STEPS + 100 }, (_, place) =>
        storage.records.save(aSave(`${place}`, { at: NOW + place })),
      );
      await Promise.all(saves);
      const kept = await revisions();
      expect(kept.length).toBeLessThanOrEqual(HISTORY_MAX_STEPS);
      expect(kept.length).toBeGreaterThan(HISTORY_MAX_STEPS * 0.8);
      expect(kept[0]).toBe(HISTORY_MAX_STEPS + 100);
      expect((await storage.records.load("cl_1"))?.revision).toBe(kept[0]);
    });

    test("older than 30 days is dropped, except for the record itself, its summary and its submissions", async () => {
      await storage.records.save(aSave("one", { submissionId: "s1" }));
      await storage.records.save(aSave("two", { at: NOW + DAY_MS }));
      await storage.records.save(aSave("three", { at: NOW + 2 * DAY_MS }));
      await storage.records.save(aSave("alone", { clientId: "cl_2" }));
      await runMaintenance(storage, NOW + (HISTORY_MAX_DAYS + 1) * DAY_MS);
      expect(await revisions()).toEqual([3, 2]);
      await runMaintenance(storage, NOW + 90 * DAY_MS);
      expect(await revisions()).toEqual([3]);
      expect((await storage.records.load("cl_2"))?.record).toEqual({ "website-form": { url: "alone" } });
      expect(await storage.records.listSubmissions("cl_1")).toHaveLength(1);
    });

    test("is dropped in portions, until all of it is gone", async () => {
      for (let day = 0; day < 25; day++) await storage.records.save(aSave(`${day}`, { at: NOW + day }));
      expect(await storage.records.dropHistory(NOW + 100, 10)).toBe(10);
      expect(await storage.records.dropHistory(NOW + 100, 10)).toBe(10);
      expect(await storage.records.dropHistory(NOW + 100, 10)).toBe(4);
      expect(await storage.records.dropHistory(NOW + 100, 10)).toBe(0);
      expect(await revisions()).toEqual([25]);
    });
  });
}
