import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aClient, aKey, NOW, type OpenedStorage } from "../storage.suite.ts";
import { OWN_INTERVIEW } from "./client-interview.ts";
import { StorageUnavailable } from "./faults.ts";
import type { Db } from "./schema.ts";

export function engineSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.storage.close());

  const insertClient = (db: Db, clientId: string) =>
    db
      .insertInto("clients")
      .values({
        client_id: clientId,
        name: "x",
        folded_name: "x",
        draft_key: new Uint8Array(1),
        created_at: NOW,
        interview_id: OWN_INTERVIEW,
        state: "not-invited",
        active_hour: 0,
        follow_ups_out: 0,
        reminders_sent: 0,
        reminders_off: 0,
      })
      .execute();
  const listIds = async (read: "read" | "readAside" = "read") => {
    const rows = await opened.engine[read]((db) =>
      db.selectFrom("clients").select("client_id").orderBy("client_id").execute(),
    );
    return rows.map((row) => row.client_id);
  };

  describe("what an engine reports about itself", () => {
    test("is how long each transaction took and how many writes it held, where the engine reports that", async () => {
      if (!opened.engine.watchTransactions) return;
      const noted: { seconds: number; writes: number }[] = [];
      opened.engine.watchTransactions((seconds, writes) => noted.push({ seconds, writes }));
      const writes = ["a", "b", "c"].map((id) => opened.engine.write((db) => insertClient(db, id)));
      await Promise.all(writes);
      expect(noted.reduce((sum, note) => sum + note.writes, 0)).toBe(3);
      for (const { seconds } of noted) expect(seconds).toBeGreaterThan(0);
      await opened.engine.write(() => Promise.reject(new Error("not committed"))).catch(() => undefined);
      expect(noted.reduce((sum, note) => sum + note.writes, 0)).toBe(3);
    });

    test("is how many writes wait, where the engine reports that", async () => {
      const waiting = () => opened.engine.stats?.().writesWaiting;
      if (waiting() === undefined) return;
      expect(waiting()).toBe(0);
      const writes = ["a", "b", "c"].map((id) => opened.engine.write((db) => insertClient(db, id)));
      expect(waiting()).toBeGreaterThan(0);
      await Promise.all(writes);
      expect(waiting()).toBe(0);
    });
  });

  describe.each(["read", "readAside"] as const)("%s", (read) => {
    test("sees a write as soon as it is committed, and not before", async () => {
      for (const ids of [["a"], ["a", "b"], ["a", "b", "c"]]) {
        const before = await opened.engine.write(async (db) => {
          await insertClient(db, ids.at(-1) ?? "");
          return listIds(read);
        });
        expect([before, await listIds(read)]).toEqual([ids.slice(0, -1), ids]);
      }
    });

    test("returns what was stored", async () => {
      const stored = {
        client_id: "a",
        name: "Rosa’s Café 🥐\u2028",
        draft_key: Uint8Array.from({ length: 256 }, (_, byte) => byte),
        created_at: Number.MAX_SAFE_INTEGER,
        email: null,
      };
      await opened.engine.write((db) =>
        db
          .insertInto("clients")
          .values({
            ...stored,
            folded_name: "x",
            interview_id: OWN_INTERVIEW,
            state: "not-invited",
            active_hour: 0,
            follow_ups_out: 0,
            reminders_sent: 0,
            reminders_off: 0,
          })
          .execute(),
      );
      const row = await opened.engine[read]((db) =>
        db
          .selectFrom("clients")
          .select(["client_id", "name", "draft_key", "created_at", "email"])
          .where("draft_key", "=", stored.draft_key)
          .executeTakeFirstOrThrow(),
      );
      expect({
        ...row,
        draft_key: Uint8Array.from(row.draft_key),
        created_at: Number(row.created_at),
      }).toEqual(stored);
    });

    test("of 200 at once answers each with its own result", async () => {
      const places = Array.from({ length: 200 }, (_, place) => place);
      const reads = places.map((place) =>
        opened.engine[read]((db) =>
          sql<{ place: number }>`select cast(${place} as integer) as place`.execute(db),
        ),
      );
      expect((await Promise.all(reads)).map(({ rows }) => rows[0]?.place)).toEqual(places);
    });

    test("rejects with the database's error, and continues", async () => {
      const wrong = opened.engine[read]((db) => sql`select 1 from nowhere`.execute(db));
      await expect(wrong).rejects.toThrow(/nowhere/);
      await expect(wrong).rejects.not.toBeInstanceOf(StorageUnavailable);
      expect(await listIds(read)).toEqual([]);
    });
  });

  describe("writing", () => {
    test("of many at once answers each with its own result", async () => {
      const places = Array.from({ length: 120 }, (_, place) => place);
      const writes = places.map((place) =>
        opened.engine.write(async (db) => {
          await insertClient(db, `c${String(place).padStart(3, "0")}`);
          return place;
        }),
      );
      expect(await Promise.all(writes)).toEqual(places);
      expect(await listIds()).toHaveLength(120);
    });

    test("to one row by many callers at once counts every write", async () => {
      await insertClient(opened.engine.reader, "a");
      const oneMore = async (db: Db) => {
        const row = await db.selectFrom("clients").select("created_at").executeTakeFirstOrThrow();
        await db
          .updateTable("clients")
          .set({ created_at: row.created_at + 1 })
          .execute();
      };
      await Promise.all(Array.from({ length: 60 }, () => opened.engine.write(oneMore)));
      const row = await opened.engine.read((db) =>
        db.selectFrom("clients").select("created_at").executeTakeFirstOrThrow(),
      );
      expect(row.created_at).toBe(NOW + 60);
    });

    test("by two callers that depend on each other's changes is as if one came after the other", async () => {
      await insertClient(opened.engine.reader, "a");
      await insertClient(opened.engine.reader, "b");
      // each deletes its own client unless that client is the last one
      const leave = (clientId: string) =>
        opened.engine.write(async (db) => {
          const here = await db.selectFrom("clients").select("client_id").execute();
          if (here.length > 1) await db.deleteFrom("clients").where("client_id", "=", clientId).execute();
        });
      await Promise.all([leave("a"), leave("b")]);
      expect(await listIds()).toHaveLength(1);
    });

    test("that fails is rolled back alone, with everything it wrote", async () => {
      const { write } = opened.engine;
      const fail = async (db: Db) => {
        await insertClient(db, "lost");
        throw new Error("changed my mind");
      };
      const settled = await Promise.allSettled([
        write((db) => insertClient(db, "a")),
        write((db) => insertClient(db, "a")),
        write(fail),
        write((db) => insertClient(db, "b")),
      ]);
      const [one, other, ...rest] = settled.map(({ status }) => status);
      // with several connections, either write may come first
      expect([one, other].toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(rest).toEqual(["rejected", "fulfilled"]);
      expect(await listIds()).toEqual(["a", "b"]);
    });

    test("continues after a failure", async () => {
      await expect(opened.engine.write(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
      await opened.engine.write((db) => insertClient(db, "a"));
      expect(await listIds()).toEqual(["a"]);
    });
  });

  describe("an orphaned row is refused:", () => {
    test("a key of a client who does not exist", async () => {
      await expect(opened.storage.accessKeys.add(aKey("KEY01", "cl_none"), [])).rejects.toThrow();
    });

    test("a session of a key that does not exist", async () => {
      await opened.storage.clients.add(aClient(), aKey(), []);
      const session = {
        tokenHash: "t",
        sessionId: "se_1",
        keyId: "NONE0",
        clientId: "cl_1",
        createdAt: NOW,
        lastUsedAt: NOW,
        expiresAt: NOW,
      };
      expect(await opened.storage.sessions.open(session, 20, [])).toBeUndefined();
      expect(await opened.storage.sessions.find("t")).toBeUndefined();
    });

    test("a second client of the same id", async () => {
      await opened.storage.clients.add(aClient(), aKey(), []);
      await expect(opened.storage.clients.add(aClient(), aKey("KEY02"), [])).rejects.toThrow();
      expect(await opened.storage.accessKeys.list("cl_1")).toHaveLength(1);
    });
  });

  test("a database that answers passes its check", async () => {
    await expect(opened.storage.check()).resolves.toBeUndefined();
  });
}
