import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../tests/support/service/opened-database.ts";
import { headOfText, linkAfter, textOfHead } from "../storage/audit/audit-chain.ts";
import { insertEvents } from "../storage/audit/events.ts";
import type { Engine } from "../storage/engine/engine.ts";
import type { Tables } from "../storage/engine/schema.ts";
import type { Storage } from "../storage/storage.ts";
import { verifyAudit } from "./verify-audit.ts";

const EVENTS = 100;
const EACH = Array.from({ length: EVENTS }, (_, nth) => nth + 1);

let folder: string;
let engine: Engine;
let storage: Storage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-audit-"));
  ({ engine, storage } = await openDatabase(join(folder, "firsthand.db")));
  for (const nth of EACH) await add(`event ${nth}`);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const add = (detail: string) =>
  storage.audit.record({ at: 1_000, kind: "key.refused", actor: "nobody", clientId: "cl_1", detail });
const faults = async (noted?: string) =>
  (await verifyAudit(storage, noted === undefined ? undefined : headOfText(noted))).faults;
const head = async () => textOfHead((await verifyAudit(storage)).head);

/** The faults found after `tamper` has changed the tables; restores the tables afterwards. */
async function faultsAfter(tamper: (db: Kysely<Tables>) => Promise<unknown>) {
  const events = await engine.read((db) => db.selectFrom("events").selectAll().execute());
  const [kept] = await engine.read((db) => db.selectFrom("audit_head").selectAll().execute());
  await engine.write(tamper);
  const found = await faults();
  await engine.write(async (db) => {
    await db.deleteFrom("events").execute();
    await db.deleteFrom("audit_head").execute();
    await db.insertInto("events").values(events).execute();
    if (kept) await db.insertInto("audit_head").values(kept).execute();
  });
  return found;
}

describe("a trail is unbroken", () => {
  test("when it was not tampered with, also while events are added", async () => {
    const verifying = faults();
    await Promise.all(EACH.map((nth) => add(`at once ${nth}`)));
    expect(await verifying).toEqual([]);
    expect(await verifyAudit(storage)).toMatchObject({ head: { seq: 2 * EVENTS }, faults: [] });
  });

  test("when an action failed together with its event, which leaves no gap", async () => {
    const failing = engine.write(async (db) => {
      await insertEvents(db, [{ at: 1_000, kind: "key.refused", actor: "nobody" }]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await add("the next");
    expect(await faults()).toEqual([]);
  });

  test("from a recorded head of any age", async () => {
    const noted = await head();
    await add("later");
    expect(await faults(noted)).toEqual([]);
  });
});

describe("manual changes of the tables are detected", () => {
  const changes: { [column: string]: Partial<Tables["events"]> } = {
    time: { at: 999 },
    kind: { kind: "key.issued" },
    actor: { actor: "mg_1" },
    client: { client_id: null },
    key: { key_id: "KEY01" },
    request: { request_id: "r" },
    detail: { detail: "another" },
    address: { address: "192.0.2.0/24" },
    device: { device: "Firefox on Windows" },
    id: { event_id: "another" },
    hash: { hash: "h".repeat(43) },
  };
  test.each(Object.entries(changes))("at any event, for its %s", async (_, change) => {
    for (const seq of [1, 50, EVENTS]) {
      const found = await faultsAfter((db) =>
        db.updateTable("events").set(change).where("seq", "=", seq).execute(),
      );
      expect(found[0]).toEqual({ kind: "changed", seq });
    }
  });

  test("at an event with a device, for another device or none", async () => {
    await storage.audit.record({
      at: 1_000,
      kind: "key.issued",
      actor: "mg_1",
      device: "Firefox on Windows",
    });
    expect(await faults()).toEqual([]);
    for (const device of ["Safari on iPhone", "", null]) {
      const found = await faultsAfter((db) =>
        db
          .updateTable("events")
          .set({ device })
          .where("seq", "=", EVENTS + 1)
          .execute(),
      );
      expect(found).toEqual([{ kind: "changed", seq: EVENTS + 1 }]);
    }
  });

  test("for each of a hundred events that is changed", async () => {
    for (const seq of EACH) {
      const found = await faultsAfter((db) =>
        db.updateTable("events").set({ detail: "x" }).where("seq", "=", seq).execute(),
      );
      expect(found).toEqual([{ kind: "changed", seq }]);
    }
  });

  test("for each of a hundred events that is removed", async () => {
    for (const seq of EACH) {
      const found = await faultsAfter((db) => db.deleteFrom("events").where("seq", "=", seq).execute());
      expect(found).toEqual([{ kind: "missing", from: seq, to: seq }]);
    }
  });

  test("for each two swapped neighbors", async () => {
    for (const seq of EACH.slice(1)) {
      const found = await faultsAfter((db) => swap(db, seq - 1, seq));
      expect(found).toContainEqual({ kind: "changed", seq: seq - 1 });
      expect(found).toContainEqual({ kind: "changed", seq });
    }
  });

  test("for a tail that is cut off, with or without its end record", async () => {
    const cut = (db: Kysely<Tables>) => db.deleteFrom("events").where("seq", ">", 90).execute();
    expect(await faultsAfter(cut)).toEqual([{ kind: "missing", from: 91, to: EVENTS }]);
    const headless = async (db: Kysely<Tables>) => {
      await cut(db);
      await db.deleteFrom("audit_head").execute();
    };
    expect(await faultsAfter(headless)).toEqual([{ kind: "no-head" }]);
  });

  test("for events that are inserted beside the trail", async () => {
    const event = { event_id: "e", at: 1, kind: "key.issued", actor: "mg_1", client_id: null, key_id: null };
    const more = { request_id: null, detail: null, address: null, hash: "h" };
    for (const seq of [0, -1, EVENTS + 1]) {
      const found = await faultsAfter((db) =>
        db
          .insertInto("events")
          .values({ ...event, ...more, seq })
          .execute(),
      );
      expect(found).toEqual([{ kind: "outside", count: 1 }]);
    }
  });

  test("for a trail that is forged up to its end, by a head recorded before", async () => {
    const noted = await head();
    await add("the last");
    await engine.write(forge);
    expect(await faults()).toEqual([]);
    expect(await faults(noted)).toEqual([{ kind: "other-head", seq: EVENTS }]);
  });

  test("for each of a hundred tails cut off with a matching end record, by a head recorded before", async () => {
    const noted = await head();
    for (const seq of EACH.toReversed().slice(1)) {
      await engine.write((db) => cutAfter(db, seq));
      expect(await faults()).toEqual([]);
      expect(await faults(noted)).toEqual([{ kind: "other-head", seq: EVENTS }]);
    }
  });

  test("for a trail that is shorter than the recorded head", async () => {
    const other = textOfHead({ seq: EVENTS + 1, hash: "h".repeat(43) });
    expect(await faults(other)).toEqual([{ kind: "other-head", seq: EVENTS + 1 }]);
  });
});

async function swap(db: Kysely<Tables>, one: number, other: number): Promise<void> {
  const links = await db
    .selectFrom("events")
    .select(["event_id", "seq", "hash"])
    .where("seq", "in", [one, other])
    .execute();
  const [first, second] = links;
  if (!first || !second) throw new Error("There are no two such events");
  const put = (id: string, seq: number, hash: string) =>
    db.updateTable("events").set({ seq, hash }).where("event_id", "=", id).execute();
  await put(first.event_id, -1, first.hash);
  await put(second.event_id, first.seq, first.hash);
  await put(first.event_id, second.seq, second.hash);
}

/** Ends the trail after this event, and makes that event's link the recorded end. */
async function cutAfter(db: Kysely<Tables>, seq: number): Promise<void> {
  await db.deleteFrom("events").where("seq", ">", seq).execute();
  const last = db.selectFrom("events").select(["seq", "hash"]).where("seq", "=", seq);
  await db
    .updateTable("audit_head")
    .set(await last.executeTakeFirstOrThrow())
    .execute();
}

/** Changes the first event and recomputes every link after it. */
async function forge(db: Kysely<Tables>): Promise<void> {
  let link = { seq: 0, hash: "" };
  for (const event of await db.selectFrom("events").selectAll().orderBy("seq").execute()) {
    const forged = event.seq === 1 ? { ...event, actor: "somebody-else" } : event;
    link = linkAfter(link, forged);
    await db
      .updateTable("events")
      .set({ ...forged, ...link })
      .where("event_id", "=", event.event_id)
      .execute();
  }
  await db.updateTable("audit_head").set(link).execute();
}
