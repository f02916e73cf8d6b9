import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { type ClientState, funnelSteps } from "#contract/manage/clients.ts";
import { type OverviewSpan, overviewSpans } from "#contract/manage/overview.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { aClient, aKey, aListView, aSave, NOW, type OpenedStorage, TEST_OUTLINE } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { ClientQuery } from "./client-list.ts";
import type { NewClient } from "./clients.ts";

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
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export function clientOverviewSuite(open: () => Promise<OpenedStorage>): void {
  const MIDNIGHT = Math.floor(NOW / DAY_MS) * DAY_MS;
  let storage: Storage;
  beforeEach(async () => {
    ({ storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
  });
  afterEach(() => storage.close());

  /** Adds a client who was invited at that time. */
  const add = (clientId: string, at: number, more: Partial<NewClient> = {}) =>
    storage.clients.add(
      { ...aClient(clientId, clientId), ...more },
      { ...aKey(`KEY_${clientId}`, clientId), createdAt: at, expiresAt: NOW * 2 },
      [],
    );
  const see = (clientId: string, at: number) =>
    storage.sessions.open(
      {
        tokenHash: `t_${clientId}`,
        sessionId: `se_${clientId}`,
        keyId: `KEY_${clientId}`,
        clientId,
        createdAt: at,
        lastUsedAt: at,
        expiresAt: at + 99,
      },
      20,
      [],
    );
  const save = (
    clientId: string,
    at: number,
    complete: string[],
    more: { in?: string; sends?: string; notAsked?: string[] } = {},
  ) => {
    const command = aSave(`${clientId} ${at}`, { clientId, at });
    const composed = command.compose({} as never) as Extract<
      ReturnType<typeof command.compose>,
      { completeQuestions: string[] }
    >;
    return storage.records.save({
      ...command,
      compose: () => ({
        ...composed,
        completeQuestions: complete,
        notAsked: more.notAsked ?? [],
        lastSection: more.in ?? "first",
      }),
      ...(more.sends && { submissionId: more.sends }),
    });
  };
  const ids = async (more: Partial<ClientQuery>) =>
    (await storage.clients.listPage(aQuery(more))).clients.map(({ clientId }) => clientId);
  const hours = (...span: OverviewSpan) => storage.clients.countHours(aQuery(), span);

  test("invitations and first submissions are counted by week, and earlier ones are left out", async () => {
    const weekStarts = [NOW - 10 * DAY_MS, NOW - 3 * DAY_MS];
    await add("cl_before", NOW - 11 * DAY_MS);
    await add("cl_first", NOW - 10 * DAY_MS);
    await add("cl_last_of_first", NOW - 3 * DAY_MS - 1, { managerId: "mg_1" });
    await add("cl_second", NOW - 3 * DAY_MS);
    await save("cl_first", NOW - 4 * DAY_MS, [], { sends: "s1" });
    await save("cl_first", NOW, ["q1"], { sends: "s2" });
    const groups = await storage.clients.countInvited(aQuery());
    const sorted = groups.map(({ state, managerId, clients }) => [state, managerId, clients]).sort();
    expect(sorted).toEqual([
      ["invited", null, 2],
      ["invited", "mg_1", 1],
      ["submitted", null, 1],
    ]);
    const weeks = { ...aQuery(), weekStarts };
    expect(await storage.clients.countWeeks(weeks, "invited")).toEqual([
      { week: -1, clients: 1 },
      { week: 0, clients: 2 },
      { week: 1, clients: 1 },
    ]);
    expect(await storage.clients.countWeeks(weeks, "submitted")).toEqual([{ week: 0, clients: 1 }]);
  });

  test("hours are counted from the invitation to the first sign-in and the first submission", async () => {
    await add("cl_1", NOW);
    await add("cl_2", NOW);
    await add("cl_3", NOW);
    await see("cl_1", NOW + HOUR_MS);
    await see("cl_2", NOW + 5 * HOUR_MS + 1);
    await save("cl_1", NOW + 30 * HOUR_MS, [], { sends: "s1" });
    await save("cl_1", NOW + 90 * HOUR_MS, ["q1"], { sends: "s2" });
    expect(await hours("invited", "opened")).toEqual([
      { hours: 1, clients: 1 },
      { hours: 5, clients: 1 },
    ]);
    expect(await hours("invited", "submitted")).toEqual([{ hours: 30, clients: 1 }]);
    expect(await hours("opened", "submitted")).toEqual([{ hours: 29, clients: 1 }]);
  });

  describe("a client is listed", () => {
    test("by the days of the invitation and the first submission, both included", async () => {
      await add("cl_1", MIDNIGHT - 1);
      await add("cl_2", MIDNIGHT);
      await add("cl_3", MIDNIGHT + DAY_MS);
      const today = dayOf(MIDNIGHT);
      expect(await ids({ invitedFrom: today })).toEqual(["cl_2", "cl_3"]);
      expect(await ids({ invitedTo: today })).toEqual(["cl_1", "cl_2"]);
      expect(await ids({ invitedFrom: today, invitedTo: today })).toEqual(["cl_2"]);
      await save("cl_3", MIDNIGHT + DAY_MS - 1, [], { sends: "s1" });
      expect(await ids({ submittedFrom: today, submittedTo: today })).toEqual(["cl_3"]);
      expect(await ids({ submittedFrom: dayOf(MIDNIGHT + DAY_MS) })).toEqual([]);
    });

    test("by each step that they have reached, including clients who got further", async () => {
      await add("cl_1", NOW);
      await add("cl_2", NOW);
      await add("cl_3", NOW);
      await add("cl_4", NOW);
      await add("cl_5", NOW);
      for (const clientId of ["cl_2", "cl_3", "cl_4", "cl_5"]) await see(clientId, NOW);
      await save("cl_3", NOW, ["q1"]);
      await save("cl_4", NOW, ["q1", "gone", "q4"]);
      await save("cl_5", NOW, [], { sends: "s1" });
      const reached = await Promise.all(
        funnelSteps.map(async (step) => (await ids({ reached: step })).length),
      );
      expect(reached).toEqual([5, 4, 3, 2, 1, 0]);
      expect(await ids({ reached: "half" })).toEqual(["cl_4", "cl_5"]);
    });

    test("by a question that they have answered, and by the question where they continue", async () => {
      for (const clientId of ["cl_1", "cl_2", "cl_3", "cl_4", "cl_5"]) await add(clientId, NOW);
      await save("cl_1", NOW, [], { in: "second" });
      await save("cl_2", NOW, ["q1"], { in: "first" });
      await save("cl_3", NOW, ["q3", "q4"], { in: "second" });
      await save("cl_4", NOW, ["q1", "q2"], { in: "no such section" });
      await save("cl_5", NOW, ["q1"], { sends: "s1" });
      expect(await ids({ answered: "q1" })).toEqual(["cl_2", "cl_4", "cl_5"]);
      expect(await ids({ pausedAt: "q1" })).toEqual(["cl_3"]);
      expect(await ids({ pausedAt: "q2" })).toEqual(["cl_2"]);
      expect(await ids({ pausedAt: "q3" })).toEqual(["cl_1", "cl_4"]);
      expect(await ids({ pausedAt: "q4" })).toEqual([]);
      expect(await ids({ pausedAt: "no such question" })).toEqual([]);
    });
  });

  test("the clients of each interview are counted per question", async () => {
    await storage.interviews.add({ interviewId: "iv_a", name: "Another", at: NOW }, []);
    const another = { interviewId: "iv_a", sections: [{ id: "only", questions: ["q1"] }], conditional: [] };
    const view = aListView("mg_1", NOW, { asked: [TEST_OUTLINE, another] });
    for (const id of ["cl_1", "cl_2"]) await add(id, NOW);
    await storage.interviews.assign({ clientId: "cl_2", interviewId: "iv_a", at: NOW }, []);
    for (const id of ["cl_1", "cl_2"]) await save(id, NOW, ["q1"]);
    const found = (more: Partial<ClientQuery>) => ids({ ...more, view });
    // one of four questions is less than half, and one of one is more
    expect(await found({ reached: "half" })).toEqual(["cl_2"]);
    expect(await found({ pausedAt: "q2" })).toEqual(["cl_1"]);
    expect(await found({ answered: "q1" })).toEqual(["cl_1", "cl_2"]);
    expect(await found({ interview: "iv_a" })).toEqual(["cl_2"]);
    expect(await found({ interview: "iv_none" })).toEqual([]);
    const progress = await storage.clients.listProgress({ ...aQuery(), interview: "iv_a" });
    expect(progress).toMatchObject([{ clients: 1 }]);
  });

  test("a question that is not asked counts neither as answered nor as missing", async () => {
    const view = aListView("mg_1", NOW, { asked: [{ ...TEST_OUTLINE, conditional: ["q2", "q3"] }] });
    for (const id of ["cl_1", "cl_2", "cl_3"]) await add(id, NOW);
    await save("cl_1", NOW, ["q1"], { notAsked: ["q2"] });
    await save("cl_2", NOW, ["q1"], { notAsked: ["q2", "q3"] });
    await save("cl_3", NOW, ["q1"]);
    const found = (more: Partial<ClientQuery>) => ids({ ...more, view });
    // one of three questions is less than half, and one of two is half
    expect(await found({ reached: "half" })).toEqual(["cl_2"]);
    expect(await found({ pausedAt: "q3" })).toEqual(["cl_1"]);
    expect(await found({ pausedAt: "q4" })).toEqual(["cl_2"]);
    expect(await found({ pausedAt: "q2" })).toEqual(["cl_3"]);
    expect((await storage.clients.listProgress(aQuery())).map(({ notAsked }) => notAsked)).toEqual(
      expect.arrayContaining([["q2"], ["q2", "q3"], []]),
    );
  });

  test("progress can be limited to clients who were invited on certain days", async () => {
    await add("cl_1", MIDNIGHT - DAY_MS);
    await add("cl_2", MIDNIGHT);
    await save("cl_1", NOW, ["q1"]);
    await save("cl_2", NOW, ["q1", "q2"]);
    const progress = await storage.clients.listProgress(aQuery({ invitedFrom: dayOf(MIDNIGHT) }));
    expect(progress).toEqual([
      { completeQuestions: ["q1", "q2"], notAsked: [], lastSection: "first", isSubmitted: false, clients: 1 },
    ]);
  });

  test("the stored counts match a fresh count, whatever happens to the clients", async () => {
    const countAll = async (query: ClientQuery) => ({
      groups: (await storage.clients.countInvited(query)).map((group) => JSON.stringify(group)).sort(),
      weeks: [
        await storage.clients.countWeeks({ ...query, weekStarts: [0] }, "invited"),
        await storage.clients.countWeeks({ ...query, weekStarts: [0] }, "submitted"),
      ],
      hours: await Promise.all(overviewSpans.map((span) => storage.clients.countHours(query, span))),
    });
    const expectSame = async () => {
      for (const narrowed of [{}, { manager: "mg_1" }, { manager: "nobody" }]) {
        const query = aQuery(narrowed);
        expect(await countAll(query)).toEqual(await countAll({ ...query, invitedFrom: "1970-01-01" }));
        const { all: _all, ...states } = await storage.clients.countStates(query);
        for (const [state, clients] of Object.entries(states)) {
          const listed = await storage.clients.listIds({ ...query, state: state as ClientState });
          expect([state, clients]).toEqual([state, listed.length]);
        }
      }
    };
    const ofMany = (act: (clientId: string, place: number) => Promise<unknown>) =>
      Promise.all(["cl_1", "cl_2", "cl_3", "cl_4"].map(act));
    const steps = [
      () => ofMany((clientId, place) => add(clientId, NOW - place * DAY_MS)),
      () => storage.clients.add(aClient("cl_uninvited", "cl_uninvited"), undefined, []),
      () => ofMany((clientId, place) => see(clientId, NOW + place * HOUR_MS)),
      () => storage.clients.change("cl_1", { managerId: "mg_1" }, []),
      () => ofMany((clientId) => save(clientId, NOW + 5 * HOUR_MS, [])),
      () => storage.clients.foldTallies(2),
      () => ofMany((clientId, place) => save(clientId, NOW + 9 * HOUR_MS, ["q1"], { sends: `s${place}` })),
      () => storage.clients.change("cl_1", { managerId: null }, []),
      async () => {
        expect(await storage.clients.foldTallies(100, 2)).toBeGreaterThan(0);
        expect(await storage.clients.foldTallies(100)).toBe(0);
      },
      () => storage.erasing.softDeleteClient({ clientId: "cl_2", at: NOW }, []),
    ];
    for (const step of steps) {
      await step();
      await expectSame();
    }
    expect(await storage.clients.countStates(aQuery())).toMatchObject({
      all: 4,
      submitted: 3,
      "not-invited": 1,
    });
  });

  test("erased clients are not counted", async () => {
    await add("cl_1", NOW);
    await save("cl_1", NOW, [], { sends: "s1" });
    await storage.erasing.softDeleteClient({ clientId: "cl_1", at: NOW }, []);
    expect(await storage.clients.countInvited(aQuery())).toEqual([]);
    for (const step of ["invited", "submitted"] as const)
      expect(await storage.clients.countWeeks({ ...aQuery(), weekStarts: [0] }, step)).toEqual([]);
    expect(await hours("invited", "submitted")).toEqual([]);
  });
}
