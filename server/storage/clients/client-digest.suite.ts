import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DIGEST_NAMES_MAX, digestSections } from "#contract/manage/mail/digest.ts";
import { noteClientFacts } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aListView, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { NewClient } from "./clients.ts";
import type { ResponsibleManager } from "./scope.ts";

export function clientDigestSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
  });
  afterEach(() => storage.close());

  const MIA: ResponsibleManager = { managerId: "mg_1", role: "manager" };
  const view = aListView("mg_1", NOW, { invitedBefore: NOW + 1, activeBefore: NOW + 1 });
  const read = (keeper = MIA) => storage.clients.readDigest({ keeper, view });
  const add = (clientId: string, more: Partial<NewClient> = {}) =>
    storage.clients.add(
      { ...aClient(clientId, `Name of ${clientId}`), managerId: "mg_1", ...more },
      aKey(`KEY_${clientId}`, clientId),
      [],
    );
  const save = (clientId: string, more: Parameters<typeof aSave>[1] = {}) =>
    storage.records.save(aSave(`answer of ${clientId}`, { clientId, at: NOW, ...more }));
  const inSections = async (keeper = MIA) =>
    (await read(keeper)).sections.map(({ section, first }) => [
      section,
      ...first.map(({ clientId }) => clientId),
    ]);

  test("is empty without clients, and when no client needs anything", async () => {
    expect(await read()).toEqual({ clients: 0, sections: [] });
    await add("cl_1");
    const later = { keeper: MIA, view: aListView("mg_1", NOW) };
    expect(await storage.clients.readDigest(later)).toEqual({ clients: 0, sections: [] });
  });

  test("has a section for each thing a client may need, counted once per client, in a fixed order", async () => {
    for (const clientId of ["cl_ready", "cl_stalled", "cl_late", "cl_trouble", "cl_never"])
      await add(clientId, clientId === "cl_late" ? { dueOn: "2000-01-01" } : {});
    await save("cl_ready", { submissionId: "s1" });
    await save("cl_stalled");
    await engine.write((db) =>
      noteClientFacts(db, "cl_trouble", { mail_trouble_at: NOW, mail_trouble: "recipient-refused" }),
    );
    const { clients, sections } = await read();
    expect(clients).toBe(5);
    expect(sections.map(({ section }) => section)).toEqual(digestSections);
    expect(await inSections()).toEqual([
      ["news", "cl_ready", "cl_stalled"],
      ["ready", "cl_ready"],
      ["overdue", "cl_late"],
      ["mail-trouble", "cl_trouble"],
      ["stalled", "cl_stalled"],
      ["never-opened", "cl_late", "cl_never", "cl_trouble"],
    ]);
  });

  test("matches the filters of the list", async () => {
    for (const clientId of ["cl_1", "cl_2", "cl_3"]) await add(clientId, { dueOn: "2000-01-01" });
    await save("cl_1");
    await save("cl_2", { submissionId: "s2" });
    const { filters } = await storage.clients.count({ scope: { managerId: "mg_1" }, view });
    const { sections } = await read();
    const counted = Object.fromEntries(sections.map(({ section, clients }) => [section, clients]));
    for (const section of digestSections)
      expect([section, counted[section] ?? 0]).toEqual([section, filters[section]]);
  });

  test("names the first of a section, and counts them all", async () => {
    for (let place = 0; place < DIGEST_NAMES_MAX + 3; place++)
      await add(`cl_${place}`, { dueOn: `2000-01-${String(40 - place - 10)}` });
    const overdue = (await read()).sections.find(({ section }) => section === "overdue");
    expect([overdue?.clients, overdue?.first.length]).toEqual([DIGEST_NAMES_MAX + 3, DIGEST_NAMES_MAX]);
    // the client who is overdue for the longest time comes first
    expect(overdue?.first[0]?.clientId).toBe(`cl_${DIGEST_NAMES_MAX + 2}`);
  });

  test("covers a manager's own clients, and for administrators also clients without a manager", async () => {
    await add("cl_1");
    await add("cl_2", { managerId: null });
    await storage.managers.add(aManager("mg_2"), aLink("mg_2"), []);
    await add("cl_3", { managerId: "mg_2" });
    expect(await inSections()).toEqual([["never-opened", "cl_1"]]);
    expect(await inSections({ ...MIA, role: "administrator" })).toEqual([["never-opened", "cl_1", "cl_2"]]);
    await storage.clients.change("cl_1", { managerId: "mg_2" }, []);
    expect(await inSections()).toEqual([]);
  });

  test("leaves out erased clients", async () => {
    await add("cl_1");
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await read()).toEqual({ clients: 0, sections: [] });
  });

  describe("the question of a follow-up", () => {
    const ask = (questionId: string, at: number) =>
      storage.followUps.ask(
        { clientId: "cl_1", questionId, managerId: "mg_1", at, text: "Which one?", isMailed: false },
        [],
      );
    const answer = (answered: string, at: number) =>
      storage.records.save(
        aSave(answered, {
          clientId: "cl_1",
          at,
          isAnswered: ({ questionId }: { questionId: string }) => questionId === answered,
        }),
      );
    const question = async () => (await read()).sections[0]?.first[0]?.questionId;

    test("is shown with a client who answered it since the manager looked; the latest of several", async () => {
      await add("cl_1");
      await save("cl_1");
      expect(await question()).toBeNull();
      for (const [place, questionId] of ["one", "two"].entries()) {
        await ask(questionId, NOW + place);
        await answer(questionId, NOW + 10 + place);
      }
      expect(await question()).toBe("two");
    });

    test("is not named once the manager has seen it", async () => {
      await add("cl_1");
      await ask("one", NOW);
      await answer("one", NOW + 1);
      const seen = { clientId: "cl_1", managerId: "mg_1", revision: 1, at: NOW + 2, marksOf: () => [] };
      expect(await storage.readMarkers.put(seen)).toBe(true);
      await save("cl_1", { at: NOW + 3 });
      expect(await inSections()).toContainEqual(["news", "cl_1"]);
      expect(await question()).toBeNull();
    });
  });
}
