import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clientOrders } from "#contract/manage/clients.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { ClientPlace, ClientQuery } from "./client-list.ts";
import type { NewClient } from "./clients.ts";

/** All clients by name, but for what is asked otherwise. */
const aQuery = (more: Partial<ClientQuery> = {}): ClientQuery => ({
  scope: "all",
  search: "",
  filter: "all",
  order: "name",
  direction: "up",
  limit: 50,
  stuckBefore: NOW,
  readerId: "mg_1",
  ...more,
});

export function clientListSuite(open: () => Promise<OpenedStorage>): void {
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
    await add("cl_1", "Rosa's Bakery", { managerId: "mg_1", email: "rosa@example.com" });
    await add("cl_2", "ánton & Söhne", { createdAt: NOW - 2 });
    await add("cl_3", "100%_sure\\", { managerId: "mg_1", createdAt: NOW - 1 });
  });
  afterEach(() => storage.close());

  const add = (clientId: string, name: string, more: Partial<NewClient> = {}) =>
    storage.clients.add({ ...aClient(clientId, name), ...more }, aKey(`KEY_${clientId}`, clientId), []);
  const list = (more: Partial<ClientQuery> = {}) => storage.clients.listPage(aQuery(more));
  const ids = async (more: Partial<ClientQuery> = {}) =>
    (await list(more)).clients.map(({ clientId }) => clientId);

  const see = (clientId: string, at: number, tokenHash = `t_${clientId}`) => {
    const times = { createdAt: at, lastUsedAt: at, expiresAt: at + 99 };
    const session = { tokenHash, sessionId: `se_${clientId}`, keyId: `KEY_${clientId}`, clientId, ...times };
    return storage.sessions.open(session, 20, []);
  };
  /** All pages, from the first to the last; something may happen after each. */
  const readOn = async (more: Partial<ClientQuery>, act?: () => Promise<void>) => {
    const read: string[] = [];
    let after: ClientPlace | undefined;
    do {
      const { clients } = await list({ ...more, after });
      const page = clients.map(({ clientId }) => clientId);
      read.push(...page);
      after = clients.at(-1);
      await act?.();
    } while (after && read.length < 50);
    return read;
  };

  describe("clients", () => {
    test("are listed by name, without regard to case and accents, with whose they are", async () => {
      const { clients } = await list();
      expect(clients.map(({ name }) => name)).toEqual(["100%_sure\\", "ánton & Söhne", "Rosa's Bakery"]);
      expect(clients[2]).toEqual({
        clientId: "cl_1",
        name: "Rosa's Bakery",
        createdAt: NOW,
        record: null,
        email: "rosa@example.com",
        managerId: "mg_1",
        managerName: "Mia",
        lastSeenAt: null,
        language: null,
        openFollowUps: 0,
        hasNews: false,
        orderedBy: "rosa's bakery",
      });
    });

    test("are in the same order by name whatever language the database sorts in", async () => {
      const names = ["a-b", "ab", "a b", "_", "Œuvre", "Zoe", "жук", "ёж"];
      for (const [place, name] of names.entries()) await add(`cl_a${place}`, name);
      const sorted = ["100%_sure\\", "_", "a b", "a-b", "ab", "ánton & Söhne"];
      const inOrder = [...sorted, "Rosa's Bakery", "Zoe", "Œuvre", "ёж", "жук"];
      expect((await list()).clients.map(({ name }) => name)).toEqual(inOrder);
      expect((await storage.clients.list()).map(({ name }) => name)).toEqual(inOrder);
    });

    test("of a manager are theirs alone, in lists, in counts and one by one", async () => {
      const scope = { managerId: "mg_1" };
      expect(await ids({ scope })).toEqual(["cl_3", "cl_1"]);
      expect((await list({ scope })).counts.all).toBe(2);
      expect(await storage.clients.findManaged(scope, "cl_2")).toBeUndefined();
      expect(await storage.clients.findManaged("all", "cl_2")).toMatchObject({ managerId: null });
      expect(await ids({ scope: { managerId: "mg_9" } })).toEqual([]);
    });

    test.each([
      ["BAKERY", ["cl_1"]],
      ["anton", ["cl_2"]],
      ["SÖH", ["cl_2"]],
      ["example.com", ["cl_1"]],
      ["%", ["cl_3"]],
      ["_", ["cl_3"]],
      ["\\", ["cl_3"]],
      ["\u0000", []],
      ["bakery\u0000", []],
      ["' or '1'='1", []],
      ["  ", ["cl_3", "cl_2", "cl_1"]],
    ])("are found by %j", async (search, found) => {
      expect(await ids({ search })).toEqual(found);
      expect((await list({ search })).counts.all).toBe(found.length);
    });

    test("come in pages and either direction, each client once", async () => {
      expect(await ids({ limit: 2 })).toEqual(["cl_3", "cl_2"]);
      expect(await ids({ limit: 2, skipped: 2 })).toEqual(["cl_1"]);
      expect(await ids({ direction: "down" })).toEqual(["cl_1", "cl_2", "cl_3"]);
      expect(await ids({ order: "added" })).toEqual(["cl_2", "cl_3", "cl_1"]);
    });

    test.each(
      clientOrders.flatMap((order) => [
        { order, direction: "up" as const },
        { order, direction: "down" as const },
      ]),
    )("are read on behind the last, each once, by $order $direction", async (by) => {
      // several of each value, and some who never came or saved
      for (let place = 4; place <= 9; place++)
        await add(`cl_${place}`, place % 2 ? "Zoe's Zoo" : "ánton & Söhne");
      for (const [clientId, at] of [
        ["cl_5", NOW],
        ["cl_2", NOW - 9],
        ["cl_7", NOW],
        ["cl_8", NOW + 9],
      ] as const) {
        await storage.records.save(aSave("hello", { clientId, at }));
        await see(clientId, at);
      }
      const whole = await ids(by);
      expect(whole).toHaveLength(9);
      for (const limit of [1, 2, 4]) expect(await readOn({ ...by, limit })).toEqual(whole);
    });

    test.each(["up", "down"] as const)(
      "who stay as they are come once each, whatever the others do meanwhile, %s",
      async (direction) => {
        for (let place = 4; place <= 12; place++) {
          await add(`cl_${place}`, `Shop ${place}`);
          await storage.records.save(aSave("hello", { clientId: `cl_${place}`, at: NOW + place }));
        }
        const moved = ["cl_4", "cl_8", "cl_12"];
        const order = "changed" as const;
        const still = (all: string[]) => all.filter((id) => !moved.includes(id) && id !== "cl_new");
        const before = still(await ids({ order, direction }));
        let at = NOW + 100;
        const read = await readOn({ order, direction, limit: 2 }, async () => {
          // the last of the page, behind whom the next one begins, may be one of them
          for (const clientId of moved) {
            at += 1;
            await storage.records.save(aSave(`again ${at}`, { clientId, at }));
          }
          if (at === NOW + 103) await add("cl_new", "New");
        });
        expect(still(read)).toEqual(before);
      },
    );

    test("are filtered by how far they have come, and each filter knows its number", async () => {
      await storage.records.save(aSave("hello", { clientId: "cl_1", at: NOW }));
      await storage.records.save(aSave("done", { clientId: "cl_2", at: NOW - 5, submissionId: "s1" }));
      const { counts } = await list();
      expect(counts).toEqual({
        all: 3,
        "not-started": 1,
        "in-progress": 1,
        submitted: 1,
        stuck: 1,
        "asked-back": 0,
        news: 2,
      });
      expect(await ids({ filter: "not-started" })).toEqual(["cl_3"]);
      expect(await ids({ filter: "in-progress" })).toEqual(["cl_1"]);
      expect(await ids({ filter: "submitted" })).toEqual(["cl_2"]);
      expect(await ids({ filter: "stuck" })).toEqual(["cl_3"]);
      expect(await ids({ filter: "stuck", stuckBefore: NOW + 1 })).toEqual(["cl_3", "cl_1"]);
      expect(await ids({ order: "changed", direction: "down" })).toEqual(["cl_1", "cl_2", "cl_3"]);
    });

    test("were seen last when they signed in or called", async () => {
      await see("cl_1", NOW + 1, "t1");
      const seen = { lastSeenAt: NOW + 1, language: null };
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject(seen);
      await storage.sessions.touch("t1", NOW + 9);
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({ lastSeenAt: NOW + 9 });
      expect(await ids({ order: "last-seen", direction: "down" })).toEqual(["cl_1", "cl_2", "cl_3"]);
    });

    test("speak the language of the latest sign-in that said one", async () => {
      const languageNow = async () => (await storage.clients.findManaged("all", "cl_1"))?.language;
      const session = (id: string, more: { language?: "en" | "es" }) => ({
        tokenHash: id,
        sessionId: id,
        keyId: "KEY_cl_1",
        clientId: "cl_1",
        createdAt: NOW + 1,
        lastUsedAt: NOW + 1,
        expiresAt: NOW + 100,
        ...more,
      });
      await storage.sessions.open(session("s1", { language: "es" }), 20, []);
      expect(await languageNow()).toBe("es");
      await storage.sessions.open(session("s2", {}), 20, []);
      expect(await languageNow()).toBe("es");
      await storage.sessions.open(session("s3", { language: "en" }), 20, []);
      expect(await languageNow()).toBe("en");
    });

    test("are changed in what is given, and found by their new name", async () => {
      expect(await storage.clients.change("cl_1", { name: "Rosa & Söhne" }, [])).toBe(true);
      expect(await ids({ search: "rosa & sohne" })).toEqual(["cl_1"]);
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({
        email: "rosa@example.com",
        managerId: "mg_1",
      });
      await storage.clients.change("cl_1", { email: null, managerId: null }, []);
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({
        email: null,
        managerId: null,
      });
      expect(await storage.clients.change("cl_9", { name: "Nobody" }, [])).toBe(false);
    });
  });
}
