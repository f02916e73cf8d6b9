import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isSealed } from "../sealing/seal.ts";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { CallToBegin } from "./repeatable-calls.ts";

export function repeatableCallSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  let calls: OpenedStorage["storage"]["repeatableCalls"];
  beforeEach(async () => {
    opened = await open();
    calls = opened.storage.repeatableCalls;
    await opened.storage.clients.add(aClient(), aKey(), []);
  });
  afterEach(() => opened.storage.close());

  const name = { caller: "c1", keyHash: "k1" };
  const begin = (more: Partial<CallToBegin> = {}) =>
    calls.begin({ ...name, requestHash: "r1", clientId: undefined, at: NOW, keptSince: NOW - 100, ...more });
  const keep = (answer: string, clientId?: string) => calls.keepAnswer({ ...name, answer, clientId });
  const rows = () =>
    opened.engine.read((db) =>
      db.selectFrom("repeatable_calls").selectAll().orderBy("caller").orderBy("key_hash").execute(),
    );
  const erase = (clientId = "cl_1") => opened.storage.erasing.softDeleteClient({ clientId, at: NOW + 1 }, []);

  describe("an idempotency key", () => {
    test("is taken by one of many simultaneous calls", async () => {
      const begun = await Promise.all(Array.from({ length: 20 }, () => begin()));
      expect(begun.map(({ kind }) => kind).sort()).toEqual(["begun", ...Array(19).fill("unfinished")]);
    });

    test("returns its answer only to the same request", async () => {
      await begin();
      expect(await begin()).toEqual({ kind: "unfinished" });
      await keep("the answer");
      expect(await begin()).toEqual({ kind: "answered", answer: "the answer" });
      expect(await begin({ requestHash: "r2" })).toEqual({ kind: "other-request" });
    });

    test("of another caller is a different key", async () => {
      await begin();
      await keep("the answer");
      expect(await begin({ caller: "c2" })).toEqual({ kind: "begun" });
      expect(await begin({ keyHash: "k2" })).toEqual({ kind: "begun" });
      expect(await begin()).toEqual({ kind: "answered", answer: "the answer" });
    });

    test("can be used again when it is released", async () => {
      await begin();
      await begin({ keyHash: "k2" });
      await calls.release(name);
      expect(await begin({ requestHash: "r2" })).toEqual({ kind: "begun" });
      expect(await begin({ keyHash: "k2" })).toEqual({ kind: "unfinished" });
    });

    test("can be used again when its time is over, dropped or not", async () => {
      await begin();
      await keep("the answer");
      expect((await begin({ keptSince: NOW })).kind).toBe("answered");
      expect(await begin({ at: NOW + 101, keptSince: NOW + 1 })).toEqual({ kind: "begun" });
      await begin({ keyHash: "k2" });
      await calls.dropOld(NOW + 101);
      expect((await rows()).map(({ key_hash }) => key_hash)).toEqual(["k1"]);
    });
  });

  describe("a stored answer", () => {
    test("is encrypted, with the client's own key where it is about a client", async () => {
      await begin({ clientId: "cl_1" });
      await keep("the answer");
      const [row] = await rows();
      expect(row).toMatchObject({ client_id: "cl_1" });
      expect(isSealed(row?.answer ?? new Uint8Array())).toBe(true);
      const { unseal } = await opened.engine.read((db) => opened.seals.toRead(db, "cl_1"));
      expect(unseal("repeatable-answer/c1/k1", row?.answer ?? new Uint8Array())).toBe("the answer");
    });

    test("is removed with the client that it names", async () => {
      await begin();
      await keep("the access key", "cl_1");
      await erase();
      expect(await rows()).toEqual([]);
    });

    test("about many clients is removed with each of them, and its key stays used", async () => {
      await begin();
      await keep("the access keys of many");
      await erase();
      expect((await rows()).map(({ answer }) => answer)).toEqual([null]);
      expect(await begin()).toEqual({ kind: "unfinished" });
    });

    test("about another client stays", async () => {
      await opened.storage.clients.add(aClient("cl_2", "Ben"), aKey("KEY02", "cl_2"), []);
      await begin();
      await keep("the answer", "cl_2");
      await erase();
      expect(await begin()).toEqual({ kind: "answered", answer: "the answer" });
    });

    test("about a client erased meanwhile is not stored", async () => {
      await begin();
      await erase();
      await keep("the access key", "cl_1");
      expect((await rows()).map(({ answer, client_id }) => [answer, client_id])).toEqual([[null, null]]);
      await begin({ keyHash: "k2", clientId: "cl_1" });
      expect(await opened.storage.erasing.forgetClient("cl_1")).toBe(true);
      expect((await rows()).map(({ key_hash }) => key_hash)).toEqual(["k1"]);
    });

    test("of a call that is no longer in progress is not stored", async () => {
      await keep("the answer");
      expect(await rows()).toEqual([]);
    });
  });
}
