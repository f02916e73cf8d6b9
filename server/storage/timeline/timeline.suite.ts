import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EventKind, insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import { type TimelineCursor, type TimelineLine, timelineQueries } from "./timeline.ts";

const MINUTE = 60_000;
const MANY = 10_000;

export function timelineSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    for (const clientId of ["cl_1", "cl_2"])
      await storage.clients.add(aClient(clientId), aKey(`KEY ${clientId}`, clientId), []);
  });
  afterEach(() => storage.close());

  const anEvent = (kind: EventKind, at: number, more: Partial<StorageEvent> = {}): StorageEvent => ({
    at,
    kind,
    actor: "mg_1",
    clientId: "cl_1",
    ...more,
  });
  const happens = (...events: StorageEvent[]) => engine.write((db) => insertEvents(db, events));
  const save = (at: number, device: string | null = "iPhone, Safari", more = {}) =>
    storage.records.save(aSave(`at ${at}`, { at, device, ...more }));
  const aMail = (mailId: string, more: Partial<Tables["mails"]> = {}) =>
    engine.write(async (db) => {
      const row: Tables["mails"] = {
        mail_id: mailId,
        dedupe_key: mailId,
        kind: "not-started",
        client_id: "cl_1",
        act: null,
        about_manager_id: null,
        manager_id: null,
        asked_by: null,
        round: null,
        state: "sent",
        attempts: 1,
        created_at: NOW,
        next_at: null,
        last_at: NOW,
        status: 250,
        cause: null,
        opt_out_hash: null,
        bulk_id: null,
        words: null,
        webhook_id: null,
        device: null,
        address: null,
      };
      await db
        .insertInto("mails")
        .values({ ...row, ...more })
        .execute();
    });
  const page = (limit = 100, before?: TimelineCursor, clientId = "cl_1") =>
    storage.timeline.read(clientId, { limit, before });
  const wordOf = ({ source, rows }: TimelineLine) => {
    const [row] = rows;
    return `${"kind" in row ? row.kind : source} ${(row.at - NOW) / MINUTE}`;
  };
  const words = async () => (await page()).lines.map(wordOf);
  const inPagesOf = async (limit: number) => {
    const lines: TimelineLine[] = [];
    let before: TimelineCursor | undefined;
    do {
      const { lines: found, next } = await page(limit, before);
      expect(found.length).toBeLessThanOrEqual(limit);
      lines.push(...found);
      before = next ?? undefined;
    } while (before);
    return lines;
  };

  test("the timeline of an unknown client is empty", async () => {
    expect(await page(10, undefined, "cl_nobody")).toEqual({ lines: [], next: null });
  });

  test("actions, mails and saves come in one order, newest first, only of this client", async () => {
    await happens(anEvent("client.added", NOW), anEvent("share.made", NOW + 3 * MINUTE));
    await happens(anEvent("client.added", NOW, { clientId: "cl_2" }));
    await save(NOW + MINUTE);
    await aMail("ml_1", { last_at: NOW + 2 * MINUTE });
    await aMail("ml_2", { client_id: "cl_2" });
    expect(await words()).toEqual(["share.made 3", "not-started 2", "saves 1", "client.added 0"]);
  });

  test("mails to managers and purely internal audit events are left out", async () => {
    await aMail("ml_1", { kind: "submitted", manager_id: "mg_1" });
    await happens(anEvent("mail.sent", NOW), anEvent("session.ended", NOW), anEvent("pin.refused", NOW));
    expect(await words()).toEqual([]);
  });

  test("a mail is listed at its last attempt, and before that at the time it was queued", async () => {
    await aMail("ml_1", { created_at: NOW, last_at: NOW + 5 * MINUTE });
    await aMail("ml_2", { created_at: NOW + 2 * MINUTE, last_at: null, state: "waiting" });
    expect(await words()).toEqual(["not-started 5", "not-started 2"]);
  });

  test("close saves of one device share a line; another device or a pause starts a new one", async () => {
    for (const minute of [0, 9, 18]) await save(NOW + minute * MINUTE);
    await save(NOW + 19 * MINUTE, "Mac, Chrome");
    await save(NOW + 20 * MINUTE);
    await save(NOW + 30 * MINUTE);
    const { lines } = await page();
    expect(lines.map(({ rows }) => rows.map((row) => ("revision" in row ? row.revision : 0)))).toEqual([
      [6],
      [5],
      [4],
      [3, 2, 1],
    ]);
  });

  test("a submission names its revision, and a submission of a restored revision is listed once", async () => {
    await save(NOW, undefined, { submissionId: "sb_1" });
    await save(NOW + 20 * MINUTE);
    await storage.records.restore(
      {
        clientId: "cl_1",
        revision: 1,
        at: NOW + 40 * MINUTE,
        compose: () => aSave("x").compose(undefined),
      },
      [anEvent("record.restored", NOW + 40 * MINUTE)],
    );
    expect((await page()).lines).toMatchObject([
      { rows: [{ kind: "record.restored", revision: 3 }] },
      { source: "saves", rows: [{ revision: 2 }] },
      { rows: [{ kind: "record.submitted", revision: 1 }] },
      { source: "saves", rows: [{ revision: 1 }] },
    ]);
  });

  test("a call that changed many questions is one line", async () => {
    const approve = (question: string, at: number) => anEvent("question.approved", at, { detail: question });
    await happens(approve("a", NOW), approve("b", NOW), approve("c", NOW + 1));
    const { lines } = await page();
    const questions = lines.map(({ rows }) => rows.map((row) => ("detail" in row ? row.detail : "")));
    expect(questions).toEqual([["c"], ["b", "a"]]);
  });

  describe("with pages", () => {
    beforeEach(async () => {
      for (const minute of [0, 1, 2, 30, 31, 60]) await save(NOW + minute * MINUTE);
      for (const place of [0, 1, 2, 3])
        await aMail(`ml_${place}`, { last_at: NOW + (place < 2 ? 2 : 31) * MINUTE });
      for (const minute of [0, 1, 2, 2, 31, 60])
        await happens(anEvent("session.opened", NOW + minute * MINUTE, { actor: "cl_1" }));
      await happens(
        ...["a", "b", "c"].map((detail) => anEvent("question.approved", NOW + 31 * MINUTE, { detail })),
      );
    });

    test.each([1, 2, 3, 5, 7, 50])("of %i, every line comes once and complete", async (limit) => {
      const { lines, next } = await page();
      expect([lines.length, next]).toEqual([14, null]);
      expect(await inPagesOf(limit)).toEqual(lines);
    });

    test("an event between two pages moves no line of the second", async () => {
      const { lines } = await page();
      const { next } = await page(3);
      await happens(anEvent("share.made", NOW + 90 * MINUTE));
      await aMail("ml_9", { last_at: NOW + 91 * MINUTE });
      await save(NOW + 92 * MINUTE);
      expect((await page(100, next ?? undefined)).lines).toEqual(lines.slice(3));
    });
  });

  test("each page of a client with 10,000 events reads no more rows than it may need", async () => {
    for (let from = 0; from < MANY; from += 1_000)
      await happens(
        ...Array.from({ length: 1_000 }, (_, place) =>
          anEvent(place % 2 ? "session.opened" : "share.opened", NOW + (from + place) * 10),
        ),
      );
    let rows = 0;
    let pages = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rows += result.rows.length;
        return result;
      },
    };
    const counting = timelineQueries({
      ...engine,
      read: (act) => engine.read((db) => act(db.withPlugin(counter))),
    });
    let before: TimelineCursor | undefined;
    let lines = 0;
    do {
      rows = 0;
      const found = await counting.read("cl_1", { limit: 200, before });
      expect(rows).toBeLessThanOrEqual(2 * 201);
      lines += found.lines.length;
      pages += 1;
      before = found.next ?? undefined;
    } while (before);
    expect([lines, pages]).toEqual([MANY, MANY / 200]);
  }, 60_000);
}
