import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Interview } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import type { StorageEvent } from "../audit/events.ts";
import { OWN_INTERVIEW } from "../engine/client-interview.ts";
import { aClient, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { StoredDefinition } from "./catalog-rows.ts";
import type { SeenDraft } from "./interview-drafts.ts";
import type { NewVersion } from "./publishing.ts";

const anEvent = (): StorageEvent => ({ at: NOW, kind: "webhook.added", actor: "mg_1" });

const written = (id: string): Question => ({
  kind: "free-answer",
  id,
  entry: id,
  title: id,
  prompt: id,
  sample: id,
});

const inVersion = (version: number) => ({ interviewId: OWN_INTERVIEW, version });

function interviewOf(...questions: Question[]): Interview {
  return { sections: [{ id: "s", name: "S", minutes: 1, description: "S", questions }] };
}

/** A version in one language, whose name is used as its hash. */
function versionNamed(
  hash: string,
  interview = interviewOf(written("team")),
  more: Partial<NewVersion> = {},
) {
  const definitions = new Map<Language, StoredDefinition>([["en", { hash, interview }]]);
  return { interviewId: OWN_INTERVIEW, body: { hash }, definitions, at: NOW, ...more };
}

export function interviewSuite(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage;
  let storage: OpenedStorage["storage"];
  beforeEach(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterEach(() => storage.close());

  const current = async () => {
    const [entry] = await storage.interviews.list();
    return entry?.currentVersion;
  };
  const askedOf = (clientId: string) => storage.interviews.findOfClient(clientId);

  test("a new installation has one interview, which new clients get, without a published version", async () => {
    expect(await storage.interviews.list()).toEqual([
      {
        interviewId: OWN_INTERVIEW,
        name: "Standard",
        source: "built-in",
        currentVersion: null,
        isDefault: true,
        createdAt: 0,
        retiredAt: null,
      },
    ]);
    expect(await storage.interviews.listVersions()).toEqual([]);
    await storage.clients.add(aClient("cl_1"), undefined, []);
    expect(await askedOf("cl_1")).toEqual({ interviewId: OWN_INTERVIEW, version: null });
    expect(await askedOf("cl_2")).toBeUndefined();
  });

  describe("publishing", () => {
    test("numbers the versions, and stores each with its body and its definitions", async () => {
      const interview = interviewOf(written("team"));
      const definitions = new Map<Language, StoredDefinition>([
        ["es", { hash: "h1es", interview }],
        ["en", { hash: "h1en", interview }],
      ]);
      const first = { ...versionNamed("h1"), definitions, note: "The first", publishedBy: "mg_1" };
      expect(await storage.interviews.publish(first)).toEqual({ kind: "published", number: 1 });
      expect(await storage.interviews.publish(versionNamed("h2", interview, { at: NOW + 1 }))).toEqual({
        kind: "published",
        number: 2,
      });
      const [one, two, ...more] = await storage.interviews.listVersions();
      expect(one).toEqual({
        interviewId: OWN_INTERVIEW,
        number: 1,
        hashes: definitionsByHash(definitions),
        note: "The first",
        publishedAt: NOW,
        publishedBy: "mg_1",
      });
      expect([...(one?.hashes.keys() ?? [])]).toEqual(["es", "en"]);
      expect(two).toMatchObject({ number: 2, note: null, publishedBy: null });
      expect(more).toEqual([]);
      expect(await storage.interviews.loadBody(OWN_INTERVIEW, 1)).toEqual({ hash: "h1" });
      expect(await storage.interviews.loadBody(OWN_INTERVIEW, 3)).toBeUndefined();
      const hashes = (await storage.interviews.listDefinitions()).map(({ hash }) => hash);
      expect(hashes).toEqual(["h1en", "h1es", "h2"]);
      expect(await current()).toBe(2);
    });

    test("the same interview again stores nothing, and an earlier one becomes a new version", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      expect(await storage.interviews.publish(versionNamed("h1"))).toEqual({ kind: "unchanged", number: 1 });
      await storage.interviews.publish(versionNamed("h2"));
      expect(await storage.interviews.publish(versionNamed("h1"))).toEqual({ kind: "published", number: 3 });
      expect(await storage.interviews.listDefinitions()).toHaveLength(2);
    });

    test("writes its events, and none where nothing is published", async () => {
      const detailed = (number: number) => [{ ...anEvent(), detail: `version ${number}` }];
      await storage.interviews.publish(versionNamed("h1"), detailed);
      await storage.interviews.publish(versionNamed("h1"), detailed);
      expect(await storage.audit.listAll({ limit: 9 })).toMatchObject([{ detail: "version 1" }]);
    });

    test("records the source of the interview, and does not take a name that is in use", async () => {
      await storage.interviews.add({ interviewId: "iv_a", name: "From FILE", at: NOW }, []);
      const origin = { name: "From file", source: "file" as const };
      await storage.interviews.publish({ ...versionNamed("h1"), origin });
      expect(await storage.interviews.list()).toMatchObject([
        { name: "Standard", source: "file" },
        { name: "From FILE", source: "console" },
      ]);
      await storage.interviews.publish({ ...versionNamed("h1"), origin: { ...origin, name: "Ours" } });
      expect(await storage.interviews.list()).toMatchObject([{ name: "Ours" }, {}]);
    });

    test("is refused where an entry was another kind of question in any interview", async () => {
      await storage.interviews.add({ interviewId: "iv_a", name: "Another", at: NOW }, []);
      await storage.interviews.publish(versionNamed("h1"));
      const website: Question = { ...written("team"), kind: "website" } as Question;
      const refused = versionNamed("h2", interviewOf(written("more"), website), { interviewId: "iv_a" });
      expect(await storage.interviews.publish(refused)).toEqual({ kind: "reused", entry: "team" });
      expect(await storage.interviews.listDefinitions()).toHaveLength(1);
      // a refused version leaves no trace
      const free = { ...written("more"), kind: "website" } as Question;
      const taken = versionNamed("h3", interviewOf(free), { interviewId: "iv_a" });
      expect(await storage.interviews.publish(taken)).toMatchObject({ kind: "published", number: 1 });
    });

    test("respects the entries of interviews from an earlier release", async () => {
      const body = JSON.stringify(interviewOf({ ...written("team"), kind: "website" } as Question));
      await opened.engine.write(async (db) => {
        await db.insertInto("interviews").values({ hash: "old", body, first_used_at: 1 }).execute();
      });
      expect(await storage.interviews.publish(versionNamed("h1"))).toEqual({ kind: "reused", entry: "team" });
    });

    test("of an unknown interview is refused", async () => {
      const version = versionNamed("h1", undefined, { interviewId: "iv_none" });
      expect(await storage.interviews.publish(version)).toEqual({ kind: "missing" });
    });
  });

  describe("a client", () => {
    test("follows the current version until the first submission, and then stays on that version", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      await storage.clients.add(aClient("cl_1"), undefined, []);
      expect(await askedOf("cl_1")).toEqual({ interviewId: OWN_INTERVIEW, version: 1 });
      await storage.interviews.publish(versionNamed("h2"));
      expect(await askedOf("cl_1")).toEqual({ interviewId: OWN_INTERVIEW, version: 2 });
      await storage.records.save(aSave("words", { submissionId: "sub_1", interview: inVersion(2) }));
      await storage.interviews.publish(versionNamed("h3"));
      expect(await askedOf("cl_1")).toEqual({ interviewId: OWN_INTERVIEW, version: 2 });
      await storage.records.save(aSave("more words", { submissionId: "sub_2", interview: inVersion(3) }));
      expect(await askedOf("cl_1")).toEqual({ interviewId: OWN_INTERVIEW, version: 2 });
      const [submission] = await opened.engine.read((db) =>
        db.selectFrom("submissions").select("interview_hash").execute(),
      );
      expect(submission).toEqual({ interview_hash: "h1" });
    });

    test("gets another interview, also after a submission, in its current version", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      await storage.clients.add(aClient("cl_1"), undefined, []);
      await storage.records.save(aSave("words", { submissionId: "sub_1", interview: inVersion(1) }));
      await storage.interviews.add({ interviewId: "iv_a", name: "Another", at: NOW }, []);
      await storage.interviews.publish(versionNamed("h2", undefined, { interviewId: "iv_a" }));
      const event = { ...anEvent(), clientId: "cl_1" };
      expect(
        await storage.interviews.assign({ clientId: "cl_1", interviewId: "iv_a", at: NOW }, [event]),
      ).toBe("done");
      expect(
        await storage.interviews.assign({ clientId: "cl_1", interviewId: "iv_a", at: NOW }, [event]),
      ).toBe("unchanged");
      expect(await askedOf("cl_1")).toEqual({ interviewId: "iv_a", version: 1 });
      // a submission that was under way at the change of interview
      await storage.interviews.publish(versionNamed("h3", undefined, { interviewId: "iv_a" }));
      await storage.records.save(aSave("late", { submissionId: "sub_2", interview: inVersion(1) }));
      expect(await askedOf("cl_1")).toEqual({ interviewId: "iv_a", version: 2 });
      expect(
        await storage.interviews.assign({ clientId: "cl_2", interviewId: "iv_a", at: NOW }, [event]),
      ).toBe("missing");
      const kinds = (await storage.audit.list("cl_1")).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "webhook.added")).toHaveLength(1);
    });

    test("who has submitted is asked the current version on request, and others stay unchanged", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      for (const id of ["cl_1", "cl_2"]) await storage.clients.add(aClient(id), undefined, []);
      await storage.records.save(aSave("words", { submissionId: "sub_1", interview: inVersion(1) }));
      await storage.interviews.publish(versionNamed("h2"));
      const asking = { interviewId: OWN_INTERVIEW, before: 2, limit: 10 };
      expect(await storage.interviews.askSubmitted({ ...asking, before: 1 })).toBe(0);
      expect(await storage.interviews.askSubmitted({ ...asking, interviewId: "iv_a" })).toBe(0);
      expect(await askedOf("cl_1")).toMatchObject({ version: 1 });
      expect(await storage.interviews.askSubmitted(asking)).toBe(1);
      expect(await storage.interviews.askSubmitted(asking)).toBe(0);
      expect([await askedOf("cl_1"), await askedOf("cl_2")]).toMatchObject([{ version: 2 }, { version: 2 }]);
    });

    test("has list facts that are replaced only for the revision they were computed from", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      await storage.clients.add(aClient("cl_1"), undefined, []);
      await storage.records.save(aSave("words", { interview: inVersion(1) }));
      const page = { interviewId: OWN_INTERVIEW, after: "", limit: 10 };
      const [found] = await storage.records.listSummarized(page);
      expect(found).toMatchObject({
        clientId: "cl_1",
        revision: 1,
        interview: { version: 1 },
        record: { "website-form": { url: "words" } },
      });
      expect(await storage.records.listSummarized({ ...page, clientId: "cl_2" })).toEqual([]);
      expect(await storage.records.listSummarized({ ...page, after: "cl_1" })).toEqual([]);
      expect(await storage.records.listSummarized({ ...page, interviewId: "iv_a" })).toEqual([]);
      const summary = {
        completed: 2,
        total: 4,
        percent: 50,
        completeQuestions: ["q1", "q2"],
        notAsked: ["q3"],
        lastSection: null,
        interviewHash: "",
      };
      await storage.records.putSummaries([{ clientId: "cl_1", revision: 1, summary }]);
      expect(await storage.records.findSummary("cl_1")).toMatchObject({ percent: 50, notAsked: ["q3"] });
      await storage.records.putSummaries([
        { clientId: "cl_1", revision: 2, summary: { ...summary, percent: 75 } },
        { clientId: "cl_none", revision: 1, summary },
      ]);
      expect(await storage.records.findSummary("cl_1")).toMatchObject({ percent: 50 });
    });

    test("a version after the first, and another interview, queue a job; a first version queues none", async () => {
      const jobs = () =>
        opened.engine.read((db) => db.selectFrom("jobs").select(["dedupe_key", "payload"]).execute());
      await storage.interviews.publish(versionNamed("h1"));
      await storage.clients.add(aClient("cl_1"), undefined, []);
      expect(await jobs()).toEqual([]);
      await storage.interviews.publish(versionNamed("h2"));
      await storage.interviews.publish({ ...versionNamed("h3"), asksSubmitted: true });
      await storage.interviews.publish({ ...versionNamed("h3"), asksSubmitted: true });
      await storage.interviews.add({ interviewId: "iv_a", name: "Another", at: NOW }, []);
      await storage.interviews.assign({ clientId: "cl_1", interviewId: "iv_a", at: NOW }, []);
      const queued = (await jobs()).map(({ dedupe_key, payload }) => [dedupe_key, JSON.parse(payload)]);
      expect(queued.toSorted()).toEqual(
        [
          [`ask-anew:${OWN_INTERVIEW}`, { interviewId: OWN_INTERVIEW }],
          [`ask-anew:${OWN_INTERVIEW}/3`, { interviewId: OWN_INTERVIEW, before: "3" }],
          ["ask-anew:cl_1", { interviewId: "iv_a", clientId: "cl_1" }],
        ].toSorted(),
      );
    });

    test("can be added with another interview", async () => {
      await storage.interviews.add({ interviewId: "iv_a", name: "Another", at: NOW }, []);
      await storage.clients.add({ ...aClient("cl_1"), interviewId: "iv_a" }, undefined, []);
      expect(await askedOf("cl_1")).toEqual({ interviewId: "iv_a", version: null });
      expect([...(await storage.interviews.countClients())]).toEqual([["iv_a", 1]]);
      expect(await storage.interviews.countWaiting("iv_a")).toEqual({ underWay: 1, submitted: 0 });
    });

    test("is listed with its interview", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      await storage.clients.add(aClient("cl_1"), undefined, []);
      const interview = { interviewId: OWN_INTERVIEW, version: 1 };
      expect(await storage.clients.list()).toMatchObject([{ interview }]);
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({ interview });
    });
  });

  describe("a draft", () => {
    test("is based on the current version, and each change counts", async () => {
      const draft = { interviewId: OWN_INTERVIEW, body: { one: 1 }, at: NOW, by: "mg_1" };
      expect(await storage.interviews.putDraft(draft)).toEqual({ revision: 1 });
      await storage.interviews.publish(versionNamed("h1"));
      expect(await storage.interviews.putDraft({ ...draft, body: { two: 2 }, at: NOW + 1 })).toEqual({
        revision: 2,
      });
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toEqual({
        body: { two: 2 },
        revision: 2,
        changedBy: "mg_1",
        basedOn: 1,
        changedAt: NOW + 1,
      });
    });

    test("ends when it is published, unless it was changed meanwhile", async () => {
      const draft = { interviewId: OWN_INTERVIEW, body: { one: 1 }, at: NOW, by: "mg_1" };
      await storage.interviews.putDraft(draft);
      await storage.interviews.putDraft(draft);
      const version = versionNamed("h1");
      expect(
        await storage.interviews.publish({ ...version, draft: { revision: 1, changedAt: NOW } }),
      ).toEqual({ kind: "changed" });
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toMatchObject({ revision: 2 });
      await storage.interviews.publish({ ...version, draft: { revision: 2, changedAt: NOW } });
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toBeUndefined();
      // the revisions of a new draft start over, but an old revision number is never mistaken for a new one
      await storage.interviews.putDraft({ ...draft, at: NOW + 1 });
      const late = { ...versionNamed("h2"), draft: { revision: 1, changedAt: NOW } };
      expect(await storage.interviews.publish(late)).toEqual({ kind: "changed" });
      // the same holds for a draft with the same content
      const again = { ...version, draft: { revision: 1, changedAt: NOW + 1 } };
      expect(await storage.interviews.publish(again)).toEqual({ kind: "unchanged", number: 1 });
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toBeUndefined();
    });

    test("of an unknown interview is not stored", async () => {
      const draft = { interviewId: "iv_none", body: {}, at: NOW, by: "mg_1" };
      expect(await storage.interviews.putDraft(draft)).toBeUndefined();
      expect(await storage.interviews.findDraft("iv_none")).toBeUndefined();
    });
  });

  describe("a draft that an author has read", () => {
    const change = (body: object, at = NOW) => ({ interviewId: OWN_INTERVIEW, body, at, by: "mg_1" });

    test("is saved over the version that was read, and over no other", async () => {
      const first = await storage.interviews.writeDraft(change({ one: 1 }), { version: null });
      expect(first).toEqual({ revision: 1, changedAt: NOW });
      const second = await storage.interviews.writeDraft(change({ two: 2 }, NOW + 1), {
        revision: 1,
        changedAt: NOW,
      });
      expect(second).toEqual({ revision: 2, changedAt: NOW + 1 });
      for (const seen of [
        { version: null },
        { revision: 1, changedAt: NOW },
        { revision: 2, changedAt: NOW },
      ])
        expect(await storage.interviews.writeDraft(change({ late: 1 }), seen)).toBe("changed");
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toMatchObject({ body: { two: 2 } });
      const none = { ...change({}), interviewId: "iv_none" };
      expect(await storage.interviews.writeDraft(none, { version: null })).toBe("missing");
    });

    test("can be discarded where there is a version to go back to", async () => {
      const draft = { revision: 1, changedAt: NOW };
      await storage.interviews.writeDraft(change({ one: 1 }), { version: null });
      const discard = (seen: SeenDraft) =>
        storage.interviews.discardDraft({ interviewId: OWN_INTERVIEW, seen }, [anEvent()]);
      expect(await discard(draft)).toBe("unpublished");
      await storage.interviews.publish(versionNamed("h1"));
      expect(await discard({ version: 1 })).toBe("changed");
      expect(await discard(draft)).toBe("done");
      expect(await discard({ version: 1 })).toBe("done");
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toBeUndefined();
      // the second discard found no draft
      expect(await storage.audit.listAll({ limit: 9 })).toHaveLength(1);
    });

    test("stays when publishing leaves an incomplete language out", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      const draft = { revision: 1, changedAt: NOW };
      await storage.interviews.writeDraft(change({ es: "half" }), { version: 1 });
      const waiting = { ...versionNamed("h1"), draft, isPartial: true };
      expect(await storage.interviews.publish(waiting)).toEqual({ kind: "unchanged", number: 1 });
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toMatchObject({ revision: 1 });
      const more = { ...versionNamed("h2"), draft, isPartial: true };
      expect(await storage.interviews.publish(more)).toEqual({ kind: "published", number: 2 });
      expect(await storage.interviews.findDraft(OWN_INTERVIEW)).toBeUndefined();
    });
  });

  describe("the catalog", () => {
    const entry = async (id: string) =>
      (await storage.interviews.list()).find(({ interviewId }) => interviewId === id);
    const change = (changes: object, interviewId = "iv_a") =>
      storage.interviews.change({ interviewId, at: NOW + 5, ...changes }, ({ parts }) =>
        parts.map((part) => ({ ...anEvent(), detail: part })),
      );
    const events = async () => (await storage.audit.listAll({ limit: 20 })).map(({ detail }) => detail);
    beforeEach(async () => {
      await storage.interviews.add({ interviewId: "iv_a", name: "Salon", at: NOW }, []);
    });

    test("changes a name, unless it is in use", async () => {
      expect(await change({ name: "standard" })).toBe("taken");
      expect(await change({ name: "SALON" })).toBe("done");
      expect(await change({ name: "SALON" })).toBe("done");
      expect(await entry("iv_a")).toMatchObject({ name: "SALON" });
      expect(await events()).toEqual(["name"]);
      expect(await change({ name: "Other" }, "iv_none")).toBe("missing");
    });

    test("has one default, which a client can get", async () => {
      expect(await change({ isDefault: true })).toBe("not-offered");
      await storage.interviews.publish(versionNamed("h1", undefined, { interviewId: "iv_a" }));
      expect(await change({ isDefault: true, isRetired: true })).toBe("not-offered");
      expect(await change({ isDefault: true })).toBe("done");
      expect((await storage.interviews.list()).map(({ isDefault }) => isDefault)).toEqual([true, false]);
      expect(await change({ isRetired: true })).toBe("is-default");
      await storage.clients.add(aClient("cl_1"), undefined, []);
      expect(await askedOf("cl_1")).toEqual({ interviewId: "iv_a", version: 1 });
      expect(await change({ isRetired: true }, OWN_INTERVIEW)).toBe("done");
      expect(await entry(OWN_INTERVIEW)).toMatchObject({ retiredAt: NOW + 5 });
      expect(await change({ isDefault: true }, OWN_INTERVIEW)).toBe("not-offered");
      await storage.interviews.publish(versionNamed("h1"));
      expect(await change({ isDefault: true, isRetired: false }, OWN_INTERVIEW)).toBe("done");
      expect(await entry(OWN_INTERVIEW)).toMatchObject({ retiredAt: null, isDefault: true });
    });

    test("is not changed by a release or a file once the provider has taken it over", async () => {
      await storage.interviews.publish({
        ...versionNamed("h1"),
        origin: { name: "Standard", source: "built-in" },
      });
      expect(await change({ isTakenOver: true }, OWN_INTERVIEW)).toBe("done");
      const later = { ...versionNamed("h2"), origin: { name: "Standard", source: "built-in" as const } };
      expect(await storage.interviews.publish(later)).toEqual({ kind: "taken-over" });
      expect(await entry(OWN_INTERVIEW)).toMatchObject({ source: "console", currentVersion: 1 });
    });

    test("can lose only interviews that were never published", async () => {
      await storage.interviews.writeDraft(
        { interviewId: "iv_a", body: {}, at: NOW, by: "mg_1" },
        { version: null },
      );
      expect(await storage.interviews.remove(OWN_INTERVIEW, [anEvent()])).toBe("published");
      expect(await storage.interviews.remove("iv_a", [anEvent()])).toBe("done");
      expect(await storage.interviews.remove("iv_a", [anEvent()])).toBe("missing");
      expect(await storage.interviews.findDraft("iv_a")).toBeUndefined();
      expect(await storage.audit.listAll({ limit: 9 })).toHaveLength(1);
    });

    test("counts the clients on each version, and lists every entry name", async () => {
      await storage.interviews.publish(versionNamed("h1"));
      for (const clientId of ["cl_1", "cl_2", "cl_3"])
        await storage.clients.add(aClient(clientId), undefined, []);
      await storage.records.save(aSave("words", { submissionId: "sub_1", interview: inVersion(1) }));
      await storage.interviews.publish(versionNamed("h2"));
      expect(await storage.interviews.countSubmitted(OWN_INTERVIEW)).toEqual(new Map([[1, 1]]));
      expect(await storage.interviews.countSubmitted("iv_a")).toEqual(new Map());
      expect(await storage.interviews.listEntryNames()).toEqual(new Map([["team", ["free-answer"]]]));
    });
  });

  test("has no two interviews with the same name, however it is written", async () => {
    const added = { interviewId: "iv_a", name: "Téa Room", at: NOW };
    expect(await storage.interviews.add(added, [anEvent()])).toBe("done");
    expect(
      await storage.interviews.add({ ...added, interviewId: "iv_b", name: "tea room" }, [anEvent()]),
    ).toBe("taken");
    expect((await storage.interviews.list()).map(({ name }) => name)).toEqual(["Standard", "Téa Room"]);
    expect(await storage.audit.listAll({ limit: 9 })).toHaveLength(1);
  });
}

function definitionsByHash(definitions: ReadonlyMap<Language, StoredDefinition>) {
  return new Map([...definitions].map(([language, { hash }]) => [language, hash]));
}
