import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FOLLOW_UP_ENTRIES_MAX } from "#contract/manage/follow-ups.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { aClient, aKey, aListView, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";

const QUESTION = "website-info";
const OTHER = "website-vision";
const url = (record: ClientRecord | undefined) =>
  (record?.["website-form"] as { url: string } | undefined)?.url;

/** The mark of `OTHER` differs from the mark of `QUESTION`; all other questions have no mark. */
function markOf(questionId: string, record: ClientRecord | undefined): string | undefined {
  const content = url(record);
  if (content === undefined || questionId === QUESTION) return content;
  return questionId === OTHER ? `${content}, too` : undefined;
}

export function followUpSuite(open: () => Promise<OpenedStorage>): void {
  const act = { clientId: "cl_1", questionId: QUESTION, managerId: "m_1", at: NOW };
  const anEvent = (kind: StorageEvent["kind"]): StorageEvent => ({
    at: NOW,
    kind,
    actor: "m_1",
    clientId: "cl_1",
  });
  let storage: Storage;
  let engine: Engine;
  beforeEach(async () => {
    ({ storage, engine } = await open());
    await storage.clients.add(aClient(), aKey(), []);
    await storage.clients.add(aClient("cl_2"), aKey("KEY02", "cl_2"), []);
    const manager = { manager_id: "m_1", name: "Mia", email: "mia@example.com", role: "manager" } as const;
    const never = { password_hash: null, last_used_at: null, revoked_at: null };
    await engine.write(async (db) => {
      await db
        .insertInto("managers")
        .values({ ...manager, ...never, created_at: NOW })
        .execute();
    });
  });
  afterEach(() => storage.close());

  const ask = (text = "Which one?", more: Partial<typeof act> = {}) =>
    storage.followUps.ask({ ...act, ...more, text, isMailed: false }, [anEvent("question.asked-back")]);
  const takeBack = () => storage.followUps.withdraw(act, [anEvent("question.taken-back")]);
  const { questionId: _, ...actOnMany } = { ...act, questionIds: [QUESTION] };
  const approveMany = (revision: number, questionIds: string[], questions = [QUESTION, OTHER]) =>
    storage.followUps.approve({ ...actOnMany, questionIds, revision, mark: markOf, questions }, (detail) => ({
      ...anEvent("question.approved"),
      detail,
    }));
  const approve = async (revision: number) => (await approveMany(revision, [QUESTION], [QUESTION])).kind;
  const unapprove = (questionIds = [QUESTION]) =>
    storage.followUps.unapprove({ ...actOnMany, questionIds }, () => anEvent("question.unapproved"));
  const answering = (text: string) => storage.records.save(aSave(text, { isAnswered: () => true }));
  const followUp = async () => (await storage.followUps.list("cl_1"))[0];
  const kinds = async () => (await followUp())?.entries.map(({ kind }) => kind) ?? [];
  const events = async () => (await storage.audit.list("cl_1")).map(({ kind }) => kind);
  const openFollowUps = async () => (await storage.followUps.listOpen("cl_1")).map(({ text }) => text);

  describe("a follow-up", () => {
    test("is open only for its client, with its author and time", async () => {
      expect(await ask("Which one?\u0000👍")).toBe("done");
      const entry = { kind: "asked-back", managerId: "m_1", managerName: "Mia", at: NOW };
      const text = "Which one?\u0000👍";
      expect(await storage.followUps.listOpen("cl_1")).toEqual([
        { questionId: QUESTION, text, managerName: "Mia", askedAt: NOW },
      ]);
      expect(await followUp()).toEqual({
        questionId: QUESTION,
        askedAt: NOW,
        approvedMark: null,
        entries: [{ ...entry, text }],
      });
      expect(await storage.followUps.listOpen("cl_2")).toEqual([]);
      expect(await storage.followUps.list("cl_2")).toEqual([]);
    });

    test("exists at most once per question, even if several are asked at the same moment", async () => {
      const outcomes = await Promise.all([ask("one"), ask("two"), ask("three")]);
      expect(outcomes.toSorted()).toEqual(["asked-already", "asked-already", "done"]);
      const winner = ["one", "two", "three"][outcomes.indexOf("done")];
      expect(await openFollowUps()).toEqual([winner]);
      expect(await events()).toEqual(["question.asked-back"]);
      expect(await ask("elsewhere", { questionId: "team-description" })).toBe("done");
    });

    test("is answered by the save that says so, once, with its event in the audit trail", async () => {
      await ask();
      await answering("one");
      await answering("two");
      expect(await kinds()).toEqual(["asked-back", "answered"]);
      expect(await openFollowUps()).toEqual([]);
      const [answered] = await storage.audit.list("cl_1");
      expect(answered).toMatchObject({ kind: "question.answered", actor: "cl_1", detail: QUESTION });
      expect((await followUp())?.entries[1]).toMatchObject({
        managerId: null,
        managerName: null,
        text: null,
      });
    });

    test("records which answers the question had before, without readable words in the database", async () => {
      await storage.records.save(aSave("one"));
      await ask();
      const answerIds = (questionId: string, record: object | undefined) => [
        questionId,
        Object.keys(record ?? {}).join(),
      ];
      await storage.records.save(aSave("two", { isAnswered: () => true, answerIds }));
      const [asked, answered] = (await followUp())?.entries ?? [];
      expect(asked).not.toHaveProperty("earlier");
      expect(answered).toMatchObject({
        kind: "answered",
        text: null,
        earlier: [QUESTION, expect.any(String)],
      });
    });

    test("on several questions is answered in their order, whichever was asked first", async () => {
      for (const questionId of ["c", "a", "b"]) await ask("Which one?", { questionId });
      await answering("one");
      const events = await storage.audit.list("cl_1");
      const answered = events.filter(({ kind }) => kind === "question.answered");
      expect(answered.map(({ detail }) => detail).reverse()).toEqual(["a", "b", "c"]);
    });

    test("is passed to the save with the record before and after it", async () => {
      await storage.records.save(aSave("one"));
      await ask();
      const seen: unknown[] = [];
      const isAnswered: Parameters<typeof aSave>[1] = {
        isAnswered({ questionId, askedAt }, { before, after }) {
          seen.push([questionId, askedAt, url(before), url(after)]);
          return false;
        },
      };
      await storage.records.save(aSave("two", isAnswered));
      expect(seen).toEqual([[QUESTION, NOW, "one", "two"]]);
      expect(await openFollowUps()).toEqual(["Which one?"]);
    });

    test("stays open where a save changes nothing, conflicts, or submits what was there", async () => {
      await storage.records.save(aSave("one"));
      await ask();
      const always = { isAnswered: () => true };
      await storage.records.save(aSave("one", { ...always, submissionId: "s1" }));
      await storage.records.save(aSave("two", { ...always, expectedRevision: 0 }));
      expect(await kinds()).toEqual(["asked-back"]);
    });

    test("is answered by a manager for the client, with an event for each change", async () => {
      await storage.records.save(aSave("one"));
      await ask();
      const answeredFor = { managerId: "m_1", event: anEvent("client.answered-for") };
      const byManager = { answeredFor, isAnswered: () => true };
      await storage.records.save(aSave("one", byManager));
      await storage.records.save(aSave("two", { ...byManager, expectedRevision: 0 }));
      expect(await events()).not.toContain("client.answered-for");
      await storage.records.save(aSave("two", byManager));
      const written = await storage.audit.list("cl_1");
      expect(written.filter(({ kind }) => kind === "client.answered-for")).toEqual([answeredFor.event]);
      expect(written.find(({ kind }) => kind === "question.answered")?.actor).toBe("m_1");
      const entry = (await followUp())?.entries.at(-1);
      expect(entry).toMatchObject({ kind: "answered", managerId: "m_1", managerName: "Mia" });
      expect(await openFollowUps()).toEqual([]);
    });

    test("stays open where an earlier revision is restored", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two"));
      await ask();
      const { compose } = aSave("one");
      const restore = { clientId: "cl_1", revision: 1, at: NOW, compose: () => compose(undefined) };
      expect(await storage.records.restore(restore, [])).toMatchObject({ kind: "restored" });
      expect(await kinds()).toEqual(["asked-back"]);
    });

    test("stays open where the previous record is damaged, and the save is still stored", async () => {
      await storage.records.save(aSave("one"));
      await ask();
      await engine.write(async (db) => {
        await db
          .updateTable("revisions")
          .set({ body: new Uint8Array([1]) })
          .execute();
      });
      expect(await answering("two")).toMatchObject({ kind: "saved", revision: 2 });
      expect(await kinds()).toEqual(["asked-back"]);
    });

    test("can be withdrawn while it is open, and not after it was answered", async () => {
      await ask();
      expect(await takeBack()).toBe(true);
      expect(await takeBack()).toBe(false);
      await ask("again");
      await answering("one");
      expect(await takeBack()).toBe(false);
      expect(await kinds()).toEqual(["asked-back", "taken-back", "asked-back", "answered"]);
      expect((await events()).filter((kind) => kind === "question.taken-back")).toHaveLength(1);
    });

    test("is refused once its history is full, which leaves room for an answer", async () => {
      for (let entry = 0; entry < FOLLOW_UP_ENTRIES_MAX - 2; entry += 2) {
        await ask();
        await takeBack();
      }
      await ask();
      await answering("one");
      expect(await ask()).toBe("full");
      await storage.records.save(aSave("two"));
      expect(await approve(2)).toBe("full");
      expect(await kinds()).toHaveLength(FOLLOW_UP_ENTRIES_MAX);
    });

    test("counts in its client's line and makes the client findable", async () => {
      await ask();
      await ask("two", { questionId: "team-description" });
      const all = { scope: "all", search: "", order: "name", direction: "up" } as const;
      const page = await storage.clients.listPage({
        ...all,
        filter: "waiting",
        limit: 10,
        view: aListView("m_1", 0),
      });
      expect(page.clients).toMatchObject([{ clientId: "cl_1", followUpsOut: 2, waitingSince: act.at }]);
      expect(page.counts.all).toBe(1);
      await takeBack();
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({ followUpsOut: 1 });
    });

    test("does not reach a client who is being erased, and is removed with them", async () => {
      await ask();
      await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
      expect(await ask("more", { questionId: "team-description" })).toBe("gone");
      expect(await approve(1)).toBe("gone");
      expect(await storage.erasing.forgetClient("cl_1")).toBe(false);
      expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(true);
      expect(await storage.erasing.dropPieceOfRecord("cl_1")).toBe(false);
      expect(await storage.erasing.forgetClient("cl_1")).toBe(true);
      expect(await storage.followUps.list("cl_1")).toEqual([]);
      expect(await engine.read((db) => db.selectFrom("thread_entries").selectAll().execute())).toEqual([]);
    });
  });

  describe("an approval", () => {
    test("covers what was read, and settles open follow-ups", async () => {
      await storage.records.save(aSave("one"));
      await ask();
      expect(await approve(1)).toBe("done");
      expect(await followUp()).toMatchObject({ askedAt: null, approvedMark: "one" });
      expect(await kinds()).toEqual(["asked-back", "approved"]);
    });

    test("of all submitted answers is the client's state, as long as the answers stay the same", async () => {
      const state = async () => (await storage.clients.findManaged("all", "cl_1"))?.state;
      await storage.records.save(aSave("one"));
      expect(await state()).toBe("in-progress");
      await storage.records.save(aSave("one", { submissionId: "s1" }));
      expect(await state()).toBe("submitted");
      await approve(1);
      expect(await state()).toBe("approved");
      await storage.records.save(aSave("two"));
      expect(await state()).toBe("submitted");
      await storage.records.save(aSave("one"));
      expect(await state()).toBe("approved");
      await ask();
      expect(await state()).toBe("submitted");
    });

    test("repeated for the same answers writes nothing", async () => {
      await storage.records.save(aSave("one"));
      expect(await Promise.all([approve(1), approve(1)])).toEqual(["done", "done"]);
      expect(await kinds()).toEqual(["approved"]);
      expect(await events()).toEqual(["question.approved"]);
    });

    test("is refused where the question changed since it was read, and not where another question did", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two"));
      expect(await approve(1)).toBe("changed");
      expect(await approve(99)).toBe("changed");
      expect(await followUp()).toBeUndefined();
      await storage.records.save(aSave("one"));
      expect(await approve(1)).toBe("done");
    });

    test("of several questions is one action, which skips those approved already", async () => {
      await storage.records.save(aSave("one"));
      await approve(1);
      expect(await approveMany(1, [OTHER, QUESTION, OTHER])).toEqual({ kind: "done", approved: [OTHER] });
      const approved = (await storage.followUps.list("cl_1")).map(({ approvedMark }) => approvedMark);
      expect(approved.toSorted()).toEqual(["one", "one, too"]);
      expect(await events()).toEqual(["question.approved", "question.approved"]);
      expect(await unapprove([QUESTION, OTHER, "nowhere"])).toEqual([QUESTION, OTHER]);
      expect((await events()).filter((kind) => kind === "question.unapproved")).toHaveLength(2);
    });

    test("of several questions fails where one of them has changed, has no answer, or has no room", async () => {
      await storage.records.save(aSave("one"));
      await storage.records.save(aSave("two"));
      expect(await approveMany(1, [OTHER, QUESTION])).toEqual({ kind: "changed" });
      expect(await approveMany(2, [QUESTION, "nowhere"])).toEqual({ kind: "nothing-there" });
      expect(await storage.followUps.list("cl_1")).toEqual([]);
      expect(await events()).toEqual([]);
    });

    test("needs an answer", async () => {
      expect(await approve(1)).toBe("nothing-there");
    });

    test("can be taken back once, also by a follow-up", async () => {
      await storage.records.save(aSave("one"));
      await approve(1);
      expect([await unapprove(), await unapprove()]).toEqual([[QUESTION], []]);
      expect(await kinds()).toEqual(["approved", "unapproved"]);
      await approve(1);
      await ask();
      expect(await followUp()).toMatchObject({ askedAt: NOW, approvedMark: null });
    });
  });
}
