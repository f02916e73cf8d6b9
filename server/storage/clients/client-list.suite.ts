import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import {
  type ClientFilter,
  type ClientFlag,
  type ClientState,
  clientOrders,
  clientStates,
} from "#contract/manage/clients.ts";
import { OWN_INTERVIEW } from "../engine/client-interview.ts";
import { foldedName } from "../engine/normalized-name.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aListView, aSave, NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { ClientPlace, ClientQuery } from "./client-list.ts";
import type { NewClient } from "./clients.ts";

/** A query for all clients by name, with any other conditions in `more`. */
const aQuery = (more: Partial<ClientQuery> = {}): ClientQuery => ({
  scope: "all",
  search: "",
  filter: "all",
  order: "name",
  direction: "up",
  limit: 50,
  view: aListView("mg_1", NOW),
  ...more,
});

const pairsOf = (times: number[]) => times.flatMap((first) => times.map((next) => ({ first, next })));

const mapped = <Value, Other>(all: { [name: string]: Value }, of: (value: Value) => Other) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, of(value)]));

const NO_STATES = Object.fromEntries(clientStates.map((state) => [state, 0]));

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
  /** All pages from the first to the last; `act` may run after each page. */
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
    test("are found by address, by external id, and by the time of their last activity", async () => {
      await storage.clients.change("cl_2", { externalId: "crm-2" }, []);
      expect(await ids({ email: "rosa@example.com" })).toEqual(["cl_1"]);
      expect(await ids({ email: "rosa@example.co" })).toEqual([]);
      expect(await ids({ externalId: "crm-2" })).toEqual(["cl_2"]);
      const since = new Date(NOW + 10).toISOString();
      expect(await ids({ updatedSince: since })).toEqual([]);
      const event = { actor: "mg_1", at: NOW + 10 };
      await storage.audit.record({ ...event, kind: "client.changed", clientId: "cl_1" });
      await storage.audit.record({ ...event, kind: "note.added", clientId: "cl_2" });
      await storage.records.save(aSave("one.example", { clientId: "cl_3", at: NOW + 11 }));
      expect((await ids({ updatedSince: since })).toSorted()).toEqual(["cl_1", "cl_3"]);
      expect(await ids({ updatedSince: new Date(NOW + 11).toISOString() })).toEqual(["cl_3"]);
      expect(await ids({ updatedSince: since, scope: { managerId: "mg_2" } })).toEqual([]);
      expect(await ids({ updatedSince: since, email: "rosa@example.com" })).toEqual(["cl_1"]);
    });

    test("are listed by name, ignoring case and accents, with their manager", async () => {
      const { clients } = await list();
      expect(clients.map(({ name }) => name)).toEqual(["100%_sure\\", "ánton & Söhne", "Rosa's Bakery"]);
      expect(clients[2]).toEqual({
        clientId: "cl_1",
        name: "Rosa's Bakery",
        createdAt: NOW,
        interview: { interviewId: OWN_INTERVIEW, version: null },
        record: null,
        email: "rosa@example.com",
        contact: null,
        phone: null,
        website: null,
        externalId: null,
        dueOn: null,
        managerId: "mg_1",
        managerName: "Mia",
        goesBackTo: null,
        state: "invited",
        flags: [],
        tags: [],
        invitedAt: NOW,
        openedAt: null,
        lastSeenAt: null,
        language: null,
        getsReminders: true,
        followUpsOut: 0,
        waitingSince: null,
        mailTrouble: null,
        orderedBy: "rosa's bakery",
      });
    });

    test("are in the same order by name, whatever the database's own sort order", async () => {
      const names = ["a-b", "ab", "a b", "_", "Œuvre", "Zoe", "жук", "ёж"];
      for (const [place, name] of names.entries()) await add(`cl_a${place}`, name);
      const sorted = ["100%_sure\\", "_", "a b", "a-b", "ab", "ánton & Söhne"];
      const inOrder = [...sorted, "Rosa's Bakery", "Zoe", "Œuvre", "ёж", "жук"];
      expect((await list()).clients.map(({ name }) => name)).toEqual(inOrder);
      expect((await storage.clients.list()).map(({ name }) => name)).toEqual(inOrder);
    });

    test("of a manager are visible only to that manager, in lists, in counts and one by one", async () => {
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

    test("are found by any part of their current name, address and contact", async () => {
      const texts: { [clientId: string]: string[] } = {};
      const change = async (clientId: string, name: string, email: string | null, contact: string | null) => {
        await storage.clients.change(clientId, { name, email, contact }, []);
        texts[clientId] = [foldedName(name), email ?? "", contact ?? ""].map((text) => text.toLowerCase());
      };
      const findAll = async () => {
        for (const text of new Set(Object.values(texts).flat())) {
          const letters = Array.from(text);
          for (let start = 0; start + 3 <= letters.length; start += 2) {
            const search = letters.slice(start, start + 3 + (start % 5)).join("");
            const wanted = Object.keys(texts).filter((id) =>
              texts[id]?.some((text) => text.includes(foldedName(search))),
            );
            expect((await ids({ search })).sort(), JSON.stringify(search)).toEqual(wanted.sort());
          }
        }
      };
      await change("cl_1", 'Ánna\'s "Çafé" 100%_🌱🌱 日本語の店', "anna@cafe.example", "Rosa (owner)");
      await change("cl_2", "anna AND OR NOT near* ^x", null, "Strasse 5");
      await change("cl_3", "-", "a.b+c@d.example", null);
      await findAll();
      // "abcd" must not match across the end of one text and the start of the next
      await change("cl_1", "Café ab", "cd@cafe.example", "Anna");
      expect(await ids({ search: "abcd" })).toEqual([]);
      await change("cl_2", "Renamed", "anna@new.example", null);
      await findAll();
      expect(await ids({ search: "near*" })).toEqual([]);
    });

    test("come in pages in either direction, each client once", async () => {
      expect(await ids({ limit: 2 })).toEqual(["cl_3", "cl_2"]);
      expect(await ids({ limit: 2, skipped: 2 })).toEqual(["cl_1"]);
      expect(await ids({ direction: "down" })).toEqual(["cl_1", "cl_2", "cl_3"]);
      expect(await ids({ order: "added" })).toEqual(["cl_2", "cl_3", "cl_1"]);
    });

    test("come by their last activity, which is the later of the last save and the last visit", async () => {
      await storage.records.save(aSave("done", { clientId: "cl_2", at: NOW + 1, submissionId: "s1" }));
      await storage.records.save(aSave("more", { clientId: "cl_2", at: NOW + 9 }));
      await see("cl_3", NOW + 8);
      await add("cl_4", "Abe's Apples");
      await storage.records.save(aSave("done", { clientId: "cl_4", at: NOW + 7, submissionId: "s2" }));
      await see("cl_4", NOW + 2);
      const latestFirst = ["cl_2", "cl_3", "cl_4", "cl_1"];
      expect(await ids({ order: "activity", direction: "down" })).toEqual(latestFirst);
      expect(await ids({ order: "activity", direction: "up" })).toEqual(latestFirst.toReversed());
    });

    test.each(
      clientOrders.flatMap((order) => [
        { order, direction: "up" as const },
        { order, direction: "down" as const },
      ]),
    )("are read on after the last one, each once, by $order $direction", async (by) => {
      // several clients for each value, and some who never came or saved
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
      "who do not change come once each, whatever the others do meanwhile, %s",
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
          // the page's last client, after whom the next page begins, may be one of the moved ones
          for (const clientId of moved) {
            at += 1;
            await storage.records.save(aSave(`again ${at}`, { clientId, at }));
          }
          if (at === NOW + 103) await add("cl_new", "New");
        });
        expect(still(read)).toEqual(before);
      },
    );

    const uninvited = (clientId: string, name: string) =>
      storage.clients.add(aClient(clientId, name), undefined, []);

    test("are in exactly one state each, and the states add up", async () => {
      await uninvited("cl_4", "Nobody asked");
      await see("cl_3", NOW);
      await storage.records.save(aSave("hello", { clientId: "cl_1", at: NOW }));
      await storage.records.save(aSave("done", { clientId: "cl_2", at: NOW - 5, submissionId: "s1" }));
      await add("cl_5", "Invited");
      const states: { [State in ClientState]: string[] } = {
        "not-invited": ["cl_4"],
        invited: ["cl_5"],
        opened: ["cl_3"],
        "in-progress": ["cl_1"],
        submitted: ["cl_2"],
        approved: [],
      };
      const { clients, counts } = await list();
      expect(counts).toEqual({ all: 5, ...mapped(states, (found) => found.length) });
      for (const [state, found] of Object.entries(states)) {
        expect(await ids({ state: state as ClientState })).toEqual(found);
        for (const { clientId, ...client } of clients)
          if (found.includes(clientId)) expect(client.state).toBe(state);
      }
      expect(await storage.clients.countStates(aQuery())).toEqual(counts);
    });

    test("have flags that can overlap, each with its count", async () => {
      const late = { view: aListView("mg_1", NOW + 9) };
      await see("cl_3", NOW);
      await storage.records.save(aSave("hello", { clientId: "cl_1", at: NOW }));
      await storage.records.save(aSave("done", { clientId: "cl_2", at: NOW, submissionId: "s1" }));
      await add("cl_5", "Invited", { dueOn: "2000-01-01", email: "ida@example.com" });
      await uninvited("cl_4", "Nobody asked");
      const flags: { [Flag in ClientFlag]: string[] } = {
        "mail-trouble": [],
        news: ["cl_2", "cl_1"],
        ready: ["cl_2"],
        overdue: ["cl_5"],
        waiting: [],
        stalled: ["cl_3", "cl_1"],
        "never-opened": ["cl_5"],
      };
      for (const [filter, found] of Object.entries(flags))
        expect([filter, await ids({ filter: filter as ClientFilter, ...late })]).toEqual([filter, found]);
      // a client who was never reached by mail has no upcoming reminder
      const needing = ["cl_3", "cl_2", "cl_5", "cl_1"];
      expect(await ids({ filter: "needs-you", ...late })).toEqual(needing);
      const { filters, selections } = await storage.clients.count({ scope: "all", ...late }, [
        aQuery({ filter: "stalled", state: "opened" }),
      ]);
      expect(filters).toEqual({ all: 5, "needs-you": 4, ...mapped(flags, (found) => found.length) });
      expect(selections).toEqual([1]);
      const { clients } = await list(late);
      expect(clients.find(({ clientId }) => clientId === "cl_5")?.flags).toEqual(["overdue", "never-opened"]);
    });

    test("are counted by each filter as they are listed, also for a reader who has seen some", async () => {
      await storage.records.save(aSave("seen", { clientId: "cl_1", at: NOW, submissionId: "s1" }));
      await storage.records.save(aSave("new", { clientId: "cl_2", at: NOW, submissionId: "s2" }));
      await storage.records.save(aSave("seen before", { clientId: "cl_3", at: NOW }));
      for (const clientId of ["cl_1", "cl_3"])
        await storage.readMarkers.put({
          clientId,
          managerId: "mg_1",
          revision: 1,
          at: NOW,
          marksOf: () => [],
        });
      await storage.records.save(aSave("changed", { clientId: "cl_3", at: NOW + 1 }));
      await add("cl_4", "Late", { dueOn: "2000-01-01" });
      await uninvited("cl_5", "Later");
      for (const scope of ["all", { managerId: "mg_1" }] as const) {
        const late = { scope, view: aListView("mg_1", NOW + 9) };
        const { filters } = await storage.clients.count(late);
        for (const [filter, count] of Object.entries(filters)) {
          const query = { ...late, filter: filter as ClientFilter };
          const { clients } = await list(query);
          expect([filter, clients.length]).toEqual([filter, count]);
          const states = Map.groupBy(clients, ({ state }) => state);
          const counted = Object.fromEntries([...states].map(([state, found]) => [state, found.length]));
          expect(await storage.clients.countStates(aQuery(query))).toEqual({
            ...NO_STATES,
            all: count,
            ...counted,
          });
        }
      }
    });

    type Act = (clientId: string, at: number) => Promise<unknown>;
    const save: Act = (clientId, at) => storage.records.save(aSave(`${clientId} at ${at}`, { clientId, at }));
    const touch: Act = (clientId, at) => storage.sessions.touch(`t_${clientId}`, at);
    const hourStart = Math.floor(NOW / HOUR_MS) * HOUR_MS;
    const aroundAnHour = [hourStart - 1, hourStart, hourStart + 1, hourStart + HOUR_MS];
    /**
     * One client for each pair of times; every second one has an address, and every third one has opted out of mail.
     */
    const actAroundAnHour = async (begin: Act, goOn: Act) => {
      for (const [place, { first, next }] of pairsOf(aroundAnHour).entries()) {
        const clientId = `cl_hour_${place}`;
        await add(clientId, clientId, place % 2 === 0 ? { email: `${place}@example.com` } : {});
        await begin(clientId, first);
        await goOn(clientId, next);
        if (place % 3 === 0) await storage.mail.optOut({ clientId, at: NOW }, []);
      }
    };
    test.each<[string, Act, Act]>([
      ["save twice", save, save],
      ["save, and sign in", save, see],
      ["sign in, and save", see, save],
      ["sign in, and come back", see, touch],
    ])("who %s are counted as stalled or not as they are listed", async (_, begin, goOn) => {
      await actAroundAnHour(begin, goOn);
      const stalled: number[] = [];
      for (const activeBefore of [0, ...aroundAnHour, NOW + 2 * HOUR_MS]) {
        const view = aListView("mg_1", NOW, { activeBefore });
        const { filters } = await storage.clients.count({ scope: "all", view });
        stalled.push(filters.stalled);
        for (const filter of ["stalled", "needs-you"] as const)
          expect(await ids({ view, filter })).toHaveLength(filters[filter]);
      }
      expect(new Set(stalled).size).toBe(aroundAnHour.length + 1);
    });

    test("who are erased are in no list, search or count", async () => {
      await storage.records.save(aSave("hello", { clientId: "cl_1", at: NOW }));
      await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW + 1 }, []);
      expect(await ids()).toEqual(["cl_3", "cl_2"]);
      expect(await ids({ search: "rosa" })).toEqual([]);
      expect(await ids({ state: "in-progress" })).toEqual([]);
      expect((await list()).counts).toMatchObject({ all: 2, "in-progress": 0 });
      const { filters } = await storage.clients.count(aQuery());
      expect(filters).toMatchObject({ all: 2, news: 0, "needs-you": 0 });
      const progress = await storage.clients.listProgress(aQuery());
      expect(progress.filter(({ clients }) => clients > 0)).toEqual([]);
    });

    test("on further pages have the counts of the first, where those are known", async () => {
      const first = await list({ limit: 1 });
      await add("cl_4", "Zoe");
      const further = { limit: 1, after: first.clients[0], counted: first.counts };
      expect((await list(further)).counts).toEqual(first.counts);
      expect((await list({ limit: 1 })).counts.all).toBe(first.counts.all + 1);
    });

    test("stay submitted when they change their answers", async () => {
      const submitted = aSave("done", { clientId: "cl_1", at: NOW, submissionId: "s1" });
      await storage.records.save(submitted);
      expect((await list()).counts).toMatchObject({ submitted: 1, invited: 2 });
      await storage.records.save(aSave("more", { clientId: "cl_1", at: NOW + 1 }));
      expect((await list()).counts).toMatchObject({ submitted: 1, invited: 2 });
    });

    test("with reminders left do not need attention until the last reminder is sent", async () => {
      await add("cl_5", "Ida", { email: "ida@example.com" });
      const view = aListView("mg_1", NOW + 9);
      const find = () => ids({ filter: "needs-you", search: "ida", view });
      expect(await find()).toEqual([]);
      for (const step of [1, 2, 3]) {
        const mail = { kind: "not-started", clientId: "cl_5", at: NOW, round: 0 } as const;
        await storage.mail.put([{ ...mail, dedupeKey: `r${step}` }]);
      }
      expect(await find()).toEqual(["cl_5"]);
      expect(await ids({ filter: "needs-you", search: "ida", view: { ...view, reminders: 4 } })).toEqual([]);
    });

    test("are found by the value of a custom field that is not text", async () => {
      const fields = [
        { fieldId: "fd_1", name: "Plan", kind: "choice", options: ["A: one", "B"] },
        { fieldId: "fd_2", name: "Seats", kind: "number", options: [] },
        { fieldId: "fd_3", name: "Story", kind: "text", options: [] },
      ] as const;
      for (const field of fields)
        await storage.fields.add({ ...field, options: [...field.options] }, Date.now(), []);
      await add("cl_5", "Five");
      await add("cl_6", "Six");
      const put = (clientId: string, value: string, seats: number) =>
        storage.clients.patch({
          clientId,
          facts: {},
          at: 1,
          events: [],
          fields: [
            { fieldId: "fd_1", kind: "choice", value },
            { fieldId: "fd_2", kind: "number", value: seats },
            { fieldId: "fd_3", kind: "text", value: "Long ago" },
          ],
        });
      await put("cl_5", "A: one", 3);
      await put("cl_6", "B", 3);
      const found = (field: string) => ids({ field });
      expect(await found("fd_1:A: one")).toEqual(["cl_5"]);
      expect(await found("fd_2:3")).toEqual(["cl_5", "cl_6"]);
      for (const none of ["fd_3:Long ago", "fd_9:B", "fd_1:b", "fd_1:B\0", "fd_1:%"])
        expect(await found(none)).toEqual([]);
      expect(await storage.fields.listValuesOf(["cl_5", "cl_6"], ["fd_2", "fd_3"])).toEqual(
        new Map([
          ["cl_5", { fd_2: 3, fd_3: "Long ago" }],
          ["cl_6", { fd_2: 3, fd_3: "Long ago" }],
        ]),
      );
    });

    test("are found by manager, tag and due date", async () => {
      await add("cl_5", "Due", { dueOn: "2026-03-09", tags: ["Website", "Fall"] });
      await add("cl_6", "Later", { dueOn: "2026-03-20", tags: ["website"] });
      const view = aListView("mg_1", NOW, { today: "2026-03-05" });
      const tags = await storage.tags.list("all");
      expect(tags.map(({ name, clients }) => [name, clients])).toEqual([
        ["Fall", 1],
        ["Website", 2],
      ]);
      const tagged = { tag: tags[1]?.tagId, view };
      expect(await ids(tagged)).toEqual(["cl_5", "cl_6"]);
      expect(await ids({ ...tagged, search: "later" })).toEqual(["cl_6"]);
      expect(await ids({ ...tagged, search: "rosa" })).toEqual([]);
      expect(await ids({ ...tagged, due: "week" })).toEqual(["cl_5"]);
      expect(await ids({ ...tagged, scope: { managerId: "mg_1" } })).toEqual([]);
      expect(await storage.clients.countStates(aQuery(tagged))).toEqual({ ...NO_STATES, all: 2, invited: 2 });
      expect(await ids({ tag: "tg_none", view })).toEqual([]);
      expect(await ids({ manager: "me", view })).toEqual(["cl_3", "cl_1"]);
      expect(await ids({ manager: "nobody", view })).toEqual(["cl_2", "cl_5", "cl_6"]);
      expect(await ids({ due: "week", view })).toEqual(["cl_5"]);
      expect(await ids({ due: "month", view })).toEqual(["cl_5", "cl_6"]);
      expect(await ids({ due: "none", view })).toEqual(["cl_3", "cl_2", "cl_1"]);
      expect(await ids({ due: "overdue", view: { ...view, today: "2026-03-10" } })).toEqual(["cl_5"]);
      expect(await ids({ order: "due" })).toEqual(["cl_5", "cl_6", "cl_1", "cl_2", "cl_3"]);
      expect(await storage.clients.listIds(aQuery({ due: "month", view, limit: 1 }))).toEqual(["cl_5"]);
    });

    test("cannot share an external id, at once or one after the other", async () => {
      await add("cl_5", "One", { externalId: "crm-1" });
      const again = aClient("cl_6", "Two");
      expect(await storage.clients.add({ ...again, externalId: "crm-1" }, undefined, [])).toBe(
        "external-id-taken",
      );
      expect(await storage.clients.change("cl_1", { externalId: "crm-1" }, [])).toBe("external-id-taken");
      expect(await storage.clients.change("cl_5", { externalId: "crm-1" }, [])).toBe("done");
      expect(await storage.clients.find("cl_6")).toBeUndefined();
      const twice = [aClient("cl_7", "a"), aClient("cl_8", "b")];
      const added = twice.map((client) => ({ client: { ...client, externalId: "crm-2" }, events: [] }));
      expect(await storage.clients.addMany(added)).toBe("external-id-taken");
    });

    test("were last seen when they signed in or made a call", async () => {
      await see("cl_1", NOW + 1, "t1");
      const seen = { lastSeenAt: NOW + 1, language: null };
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject(seen);
      await storage.sessions.touch("t1", NOW + 9);
      expect(await storage.clients.findManaged("all", "cl_1")).toMatchObject({ lastSeenAt: NOW + 9 });
      expect(await ids({ order: "last-seen", direction: "down" })).toEqual(["cl_1", "cl_2", "cl_3"]);
    });

    test("have the language of the latest sign-in that named one", async () => {
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

    test("are changed only in the given fields, and found by their new name", async () => {
      expect(await storage.clients.change("cl_1", { name: "Rosa & Söhne" }, [])).toBe("done");
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
      expect(await storage.clients.change("cl_9", { name: "Nobody" }, [])).toBe("gone");
    });
  });
}
