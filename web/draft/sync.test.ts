import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { websiteEntered } from "../../tests/support/data/built-in-forms.ts";
import { type Fault, fakeServer } from "../../tests/support/fakes/fake-server.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { loadRecord } from "../api/firsthand-api.ts";
import { failedResult, type Result } from "../api/result.ts";
import { openDeviceItems } from "./device-items.ts";
import { openDraft } from "./draft-store.ts";
import type { Journal } from "./journal.ts";
import type { RestoredTabJournal } from "./journal-rows.ts";
import { type MergeOutcome, shownRecord } from "./reconcile.ts";
import { createSync, settleAttempt } from "./sync.ts";

const NOT_AUTHENTICATED = failedResult("NOT_AUTHENTICATED", "Not authenticated");
const NOW = "2026-03-01T12:00:00.000Z";

const booking = (...ids: string[]): RecordInput => ({
  "booking-process": { responses: ids.map((id) => ({ id, content: `Answer ${id}`, timestamp: NOW })) },
});

function journalWith(restored: RestoredTabJournal[]): Journal {
  const nothing = async () => undefined;
  const health = createStore(() => ({ isKept: true }));
  return {
    restored,
    asideCount: 0,
    health,
    note: () => undefined,
    flush: nothing,
    clear: nothing,
    release: () => {},
  };
}

type SetUpOptions = {
  token?: () => Result<string>;
  isOffline?: boolean;
  restored?: RestoredTabJournal[];
  seenAsk?: () => string | undefined;
};

/** A draft with the server's current record, and its sync. */
async function setUp({ token, isOffline = false, restored = [], seenAsk }: SetUpOptions = {}) {
  let count = 0;
  const loaded = await loadRecord("fhs_1", builtInInterview, { withTimes: true });
  const draft = await openDraft({
    interview: builtInInterview,
    items: openDeviceItems({
      interview: builtInInterview,
      findStorage: () => {
        throw new Error("This device stores nothing");
      },
      clientId: "rosa",
      vault: undefined,
      keepAside: async () => undefined,
    }),
    journal: journalWith(restored),
    loaded: loaded.ok && !isOffline ? loaded.data : undefined,
    clock: () => Date.parse(NOW),
    newId: () => `id-${++count}`,
  });
  const merged: MergeOutcome[] = [];
  const savedAs: (number | undefined)[] = [];
  const waits: number[] = [];
  const inTurn: string[] = [];
  const sync = createSync({
    seenAsk: () => seenAsk?.(),
    draft,
    findToken: async () => token?.() ?? { ok: true, data: "fhs_1" },
    alone: async (act) => {
      inTurn.push("begin");
      try {
        return await act();
      } finally {
        inTurn.push("end");
      }
    },
    onMerged: (reconciled) => merged.push(reconciled),
    onSaved: (revision) => savedAs.push(revision),
    isOffline,
    wait: async (ms) => void waits.push(ms),
    random: () => 0.5,
  });
  const state = () => draft.store.getState();
  return {
    draft,
    sync,
    merged,
    savedAs,
    waits,
    /** The begin and end of work that runs while no other tab may send. */
    inTurn,
    changeUrl: (url: string) => draft.dispatch(websiteEntered({ url })),
    type: (text: string) => draft.dispatch({ type: "box-changed", questionId: "booking-process", text }),
    isUnsynced: () => state().isUnsynced,
    unfinished: () => state().draft.unfinished,
    answers: () => (state().draft.answers.written["booking-process"] ?? []).map(({ content }) => content),
    saving: () => sync.state.getState().saving,
    connection: () => sync.state.getState().connection,
  };
}

type Server = ReturnType<typeof fakeServer>;

const urlsOf = ({ saves }: Server) =>
  saves.map(({ body }) => (body.data["website-form"] as { url: string }).url);
const keysOf = ({ saves }: Server) => saves.map(({ key }) => key);
const loads = ({ order }: Server) => order.filter((call) => call === "GET /v1/onboarding").length;

/** Runs everything that does not wait for the outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a save", () => {
  test("sends the whole record, and then nothing is unsynced", async () => {
    const server = fakeServer();
    server.hold();
    const { sync, draft, changeUrl, isUnsynced, saving, savedAs } = await setUp();
    changeUrl("rosa.example");
    const result = sync.save("save");
    await settle();
    expect(saving()).toBe("save");
    expect(server.saves.map(({ body }) => body)).toEqual([{ data: draft.store.getState().record }]);
    server.letGo();
    expect(await result).toMatchObject({ ok: true });
    expect(isUnsynced()).toBe(false);
    expect(saving()).toBeUndefined();
    expect(savedAs).toEqual([1]);
  });

  test("names its base revision, and has its own key and the session's token", async () => {
    const server = fakeServer();
    const { sync, changeUrl } = await setUp();
    for (const url of ["one", "two", "three"]) {
      changeUrl(url);
      await sync.save("save");
    }
    expect(server.saves.map(({ ifMatch }) => ifMatch)).toEqual(['"0"', '"1"', '"2"']);
    expect(new Set(keysOf(server)).size).toBe(3);
    expect(keysOf(server)).not.toContain(null);
    expect(new Set(server.saves.map(({ token }) => token))).toEqual(new Set(["Bearer fhs_1"]));
  });

  test("is also sent when nothing is unsynced", async () => {
    const server = fakeServer();
    const { sync } = await setUp();
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(server.saves).toHaveLength(1);
  });

  test("first adds the text in the boxes", async () => {
    const server = fakeServer();
    const { sync, type, answers } = await setUp();
    type("By phone.");
    const saved = sync.save("save");
    // the save takes its content at once, without what is typed while it waits for its turn
    expect(answers()).toEqual(["By phone."]);
    await saved;
    expect(server.record()["booking-process"]).toMatchObject({ responses: [{ content: "By phone." }] });
  });

  test("says so when it submits", async () => {
    const server = fakeServer();
    server.hold();
    const { sync, saving } = await setUp();
    const result = sync.save("submit");
    await settle();
    expect(saving()).toBe("submit");
    expect(server.saves[0]?.body).toHaveProperty("submit", true);
    server.letGo();
    await result;
  });

  test.for([401, 403, 413, 422, 429, 500])(
    "that fails with %i leaves everything unsynced",
    async (status) => {
      const server = fakeServer();
      server.meet(status);
      const { sync, changeUrl, isUnsynced, saving, savedAs } = await setUp();
      changeUrl("rosa.example");
      expect(await sync.save("save")).toMatchObject({ ok: false, error: { status } });
      expect(isUnsynced()).toBe(true);
      expect(saving()).toBeUndefined();
      expect(savedAs).toEqual([]);
    },
  );

  test("that can't be submitted yet is stored all the same, without a submission", async () => {
    const server = fakeServer();
    server.meet("required missing");
    const { sync, changeUrl, isUnsynced, connection } = await setUp();
    changeUrl("rosa.example");
    expect(await sync.save("submit")).toMatchObject({ ok: false, error: { code: "REQUIRED_MISSING" } });
    expect(server.saves.map(({ body }) => body.submit)).toEqual([true, undefined]);
    expect(server.record()["website-form"]).toEqual({ url: "rosa.example" });
    expect(isUnsynced()).toBe(false);
    expect(connection()).toBe("ok");
  });

  test("that can't be submitted and then can't be stored says why it isn't stored", async () => {
    const server = fakeServer();
    server.meet("required missing", 503);
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("rosa.example");
    expect(await sync.save("submit")).toMatchObject({ ok: false, error: { status: 503 } });
    expect(isUnsynced()).toBe(true);
  });

  test("that gets no answer leaves everything unsynced", async () => {
    const server = fakeServer();
    server.meet("no connection");
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("rosa.example");
    expect(await sync.save("save")).toMatchObject({ ok: false, error: { code: "CONNECTION_ERROR" } });
    expect(isUnsynced()).toBe(true);
  });

  test("leaves a change unsynced that was made meanwhile", async () => {
    const server = fakeServer();
    server.hold();
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("first");
    const result = sync.save("save");
    await settle();
    changeUrl("second");
    server.letGo();
    await result;
    expect(isUnsynced()).toBe(true);
  });

  test("sends nothing without a session", async () => {
    const server = fakeServer();
    const { sync, changeUrl, isUnsynced, unfinished } = await setUp({ token: () => NOT_AUTHENTICATED });
    changeUrl("rosa.example");
    expect(await sync.save("save")).toEqual(NOT_AUTHENTICATED);
    expect(server.saves).toEqual([]);
    expect(isUnsynced()).toBe(true);
    expect(unfinished()).toBeUndefined();
  });
});

describe("saves", () => {
  test("never overlap, and each sends the state at its own turn", async () => {
    const server = fakeServer();
    server.hold();
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("first");
    const results = [sync.save("save"), sync.save("submit"), sync.save("save")];
    await settle();
    expect([server.saves.length, server.waiting()]).toEqual([1, 1]);
    changeUrl("second");
    server.letGo();
    await settle();
    expect([server.saves.length, server.waiting()]).toEqual([2, 1]);
    server.letGo();
    await settle();
    server.letGo();
    await Promise.all(results);
    const sent = server.saves.map(({ body: { data, submit = false } }) => [data["website-form"], submit]);
    expect(sent).toEqual([
      [{ url: "first" }, false],
      [{ url: "second" }, true],
      [{ url: "second" }, false],
    ]);
    expect(isUnsynced()).toBe(false);
  });

  test("continue after a failed one", async () => {
    const server = fakeServer();
    server.meet("no connection");
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("first");
    const results = [sync.save("save"), sync.save("save")];
    expect(await Promise.all(results)).toMatchObject([{ ok: false }, { ok: true }]);
    expect(isUnsynced()).toBe(false);
  });

  test("wait for loads and quiet saves too, and send while no other tab can", async () => {
    const server = fakeServer();
    server.hold();
    const { sync, changeUrl, inTurn } = await setUp();
    const before = loads(server);
    changeUrl("first");
    const all = [sync.saveQuietly(), sync.pull(), sync.save("save")];
    await settle();
    expect([server.saves.length, loads(server) - before]).toEqual([1, 0]);
    server.letGo();
    await settle();
    server.letGo();
    await Promise.all(all);
    expect(server.order.slice(before)).toEqual([
      "PUT /v1/onboarding",
      "GET /v1/onboarding",
      "PUT /v1/onboarding",
    ]);
    expect(inTurn).toEqual(["begin", "end", "begin", "end", "begin", "end"]);
  });
});

describe("a save of a record that changed on the server", () => {
  test("is merged with it, and saved again", async () => {
    const server = fakeServer();
    server.saveElsewhere(booking("a"));
    const { sync, changeUrl, answers, isUnsynced, merged, savedAs } = await setUp();
    server.saveElsewhere(booking("a", "b"));
    changeUrl("rosa.example");
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(server.order.slice(1)).toEqual(["PUT /v1/onboarding", "GET /v1/onboarding", "PUT /v1/onboarding"]);
    expect(server.saves.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
    expect(new Set(keysOf(server)).size).toBe(2);
    expect(answers()).toEqual(["Answer a", "Answer b"]);
    expect(server.record()).toMatchObject({ ...booking("a", "b"), "website-form": { url: "rosa.example" } });
    expect(isUnsynced()).toBe(false);
    expect(merged).toEqual([{ changed: ["booking-process"], contested: [] }]);
    expect(savedAs).toEqual([3]);
  });

  test("still submits if it was a submission", async () => {
    const server = fakeServer();
    const { sync } = await setUp();
    server.saveElsewhere(booking("a"));
    await sync.save("submit");
    expect(server.saves.map(({ body }) => body.submit)).toEqual([true, true]);
  });

  test("is tried at most five times, with randomly growing waits", async () => {
    const server = fakeServer();
    server.meet(412, 412, 412, 412, 412);
    const { sync, changeUrl, isUnsynced, unfinished, waits } = await setUp();
    changeUrl("rosa.example");
    expect(await sync.save("save")).toMatchObject({ ok: false, error: { status: 412 } });
    expect(server.saves).toHaveLength(5);
    expect(waits).toEqual([100, 150, 200]);
    expect(isUnsynced()).toBe(true);
    expect(unfinished()).toBeUndefined();
  });

  test("ends with the failure of the load, and leaves nothing to repeat", async () => {
    const server = fakeServer();
    const { sync, changeUrl, isUnsynced, unfinished } = await setUp();
    server.saveElsewhere(booking("a"));
    server.meetAtLoad(503);
    changeUrl("rosa.example");
    expect(await sync.save("save")).toMatchObject({ ok: false, error: { status: 503 } });
    expect(server.saves).toHaveLength(1);
    expect(isUnsynced()).toBe(true);
    expect(unfinished()).toBeUndefined();
  });
});

const UNKNOWN = [
  "no connection",
  500,
  503,
  "lost answer",
  "500 after storing",
  "HTML",
  "broken JSON",
  "another shape",
] as const satisfies Fault[];

describe.for(UNKNOWN)("a save with an unknown outcome (%s)", (fault) => {
  async function afterFault(kind: "save" | "submit" = "save") {
    const server = fakeServer();
    const all = await setUp();
    server.meet(fault);
    all.changeUrl("first");
    expect(await all.sync.save(kind)).toMatchObject({ ok: false });
    return { ...all, server };
  }

  test("stays as it was sent", async () => {
    const { unfinished, isUnsynced, server } = await afterFault();
    expect(unfinished()).toMatchObject({ submit: false, revision: 0, idempotencyKey: keysOf(server)[0] });
    expect(isUnsynced()).toBe(true);
  });

  test("is repeated word for word with its key, and without another request if nothing has changed", async () => {
    const { sync, server, isUnsynced, unfinished } = await afterFault();
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(server.saves).toHaveLength(2);
    expect(server.saves[1]).toEqual(server.saves[0]);
    expect([isUnsynced(), unfinished(), server.revision()]).toEqual([false, undefined, 1]);
  });

  test("is repeated before new changes are sent, which are based on its revision", async () => {
    const { sync, server, changeUrl, isUnsynced } = await afterFault();
    changeUrl("second");
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(urlsOf(server)).toEqual(["first", "first", "second"]);
    expect(server.saves[1]).toEqual(server.saves[0]);
    expect(server.saves[2]).toMatchObject({ ifMatch: '"1"' });
    expect(keysOf(server)[2]).not.toBe(keysOf(server)[0]);
    expect([isUnsynced(), server.revision()]).toEqual([false, 2]);
  });

  test("is repeated by a quiet save, and by a load before it loads", async () => {
    for (const act of ["saveQuietly", "pull"] as const) {
      const { sync, server, isUnsynced } = await afterFault();
      expect(await sync[act]()).toMatchObject({ ok: true });
      expect(server.saves).toHaveLength(2);
      expect(server.saves[1]).toEqual(server.saves[0]);
      expect(isUnsynced()).toBe(false);
    }
  });

  test("does not count as a submission, which is still sent; an unfinished submission counts as a save", async () => {
    const plain = await afterFault("save");
    await plain.sync.save("submit");
    expect(plain.server.saves.map(({ body }) => body.submit ?? false)).toEqual([false, false, true]);
    for (const kind of ["save", "submit"] as const) {
      const submitted = await afterFault("submit");
      await submitted.sync.save(kind);
      expect(submitted.server.saves.map(({ body }) => body.submit)).toEqual([true, true]);
    }
  });

  test("stays unfinished, with nothing new sent, while its outcome is unknown", async () => {
    const { sync, server, changeUrl, unfinished } = await afterFault();
    changeUrl("second");
    server.meet(fault, fault);
    expect(await sync.save("save")).toMatchObject({ ok: false });
    expect(await sync.saveQuietly()).toMatchObject({ ok: false });
    expect(urlsOf(server)).toEqual(["first", "first", "first"]);
    expect(new Set(keysOf(server)).size).toBe(1);
    expect(unfinished()?.idempotencyKey).toBe(keysOf(server)[0]);
  });
});

describe("an unfinished save", () => {
  test("reports what the client had been asked when it was first sent", async () => {
    const server = fakeServer();
    let seenAsk: string | undefined;
    const page = await setUp({ seenAsk: () => seenAsk });
    server.meet("no connection");
    page.changeUrl("https://rosa.example");
    await page.sync.save("save");
    seenAsk = "2026-03-01T12:00:00.000Z";
    page.changeUrl("https://rosa.example/shop");
    await page.sync.save("save");
    expect(server.saves.map((sent) => sent.seenAsk)).toEqual(["none", "none", seenAsk]);
  });

  test("does not bring back what another device deleted between its lost answer and its repeat", async () => {
    const server = fakeServer();
    const { sync, draft, type, answers } = await setUp();
    server.meet("lost answer");
    type("By phone.");
    await sync.save("save");
    server.saveElsewhere({});
    draft.dispatch(websiteEntered({ url: "rosa.example" }));
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(answers()).toEqual([]);
    expect(server.record()).toEqual({ ...server.record(), "website-form": { url: "rosa.example" } });
    expect(server.record()).not.toHaveProperty("booking-process");
  });

  test.for([401, 403, 429])("stays when its repeat is answered with %i", async (status) => {
    const server = fakeServer();
    const { sync, changeUrl, unfinished } = await setUp();
    server.meet("lost answer", status);
    changeUrl("first");
    await sync.save("save");
    expect(await sync.save("save")).toMatchObject({ ok: false, error: { status } });
    expect(unfinished()?.idempotencyKey).toBe(keysOf(server)[0]);
    await sync.save("save");
    expect(new Set(keysOf(server)).size).toBe(1);
    expect(server.saves).toHaveLength(3);
  });

  test("stays while there is no session, and is repeated with the next token", async () => {
    const server = fakeServer();
    let token: Result<string> = { ok: true, data: "fhs_1" };
    const { sync, changeUrl, unfinished, isUnsynced } = await setUp({ token: () => token });
    server.meet("lost answer");
    changeUrl("first");
    await sync.save("save");
    token = NOT_AUTHENTICATED;
    await sync.save("save");
    expect(unfinished()).toBeDefined();
    token = { ok: true, data: "fhs_2" };
    await sync.save("save");
    expect(server.saves.map((save) => save.token)).toEqual(["Bearer fhs_1", "Bearer fhs_2"]);
    expect(new Set(keysOf(server)).size).toBe(1);
    expect(isUnsynced()).toBe(false);
  });

  test.for([412, 413, 422])(
    "refused with %i at its repeat was never stored: the current state is sent",
    async (status) => {
      const server = fakeServer();
      const { sync, changeUrl, isUnsynced } = await setUp();
      server.meet("no connection", status);
      changeUrl("first");
      await sync.save("save");
      changeUrl("second");
      expect(await sync.save("save")).toMatchObject({ ok: true });
      expect(urlsOf(server)).toEqual(["first", "first", "second"]);
      expect(new Set(keysOf(server)).size).toBe(2);
      expect(isUnsynced()).toBe(false);
    },
  );

  test("refused at its repeat is not repeated again, even if there is nothing to send", async () => {
    const server = fakeServer();
    const { sync, unfinished } = await setUp();
    server.meet("no connection", 422);
    await sync.save("submit");
    expect(await sync.pull()).toMatchObject({ ok: true });
    expect(unfinished()).toBeUndefined();
    await sync.saveQuietly();
    expect(server.saves).toHaveLength(2);
  });

  test("that never arrived is merged if the record has changed since", async () => {
    const server = fakeServer();
    const { sync, type, answers, isUnsynced } = await setUp();
    server.meet("no connection");
    type("By phone.");
    await sync.save("save");
    server.saveElsewhere(booking("a"));
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(answers()).toEqual(["Answer a", "By phone."]);
    expect(isUnsynced()).toBe(false);
  });

  test("of a closed page is repeated first, word for word", async () => {
    const server = fakeServer();
    const record = shownRecord({ interview: builtInInterview, now: NOW }, booking("a"));
    const unfinished = { record, submit: true, revision: 0, idempotencyKey: "of the ended page" };
    const tabJournal = { answers: { record }, server: { synced: undefined, unfinished } };
    const { sync, isUnsynced } = await setUp({ restored: [tabJournal] });
    expect(isUnsynced()).toBe(true);
    await sync.saveQuietly();
    expect(server.saves).toMatchObject([
      { key: "of the ended page", ifMatch: '"0"', body: { data: record, submit: true } },
    ]);
    expect(isUnsynced()).toBe(false);
  });
});

describe("a refused save", () => {
  test.for([401, 413, 422])("(%i) is not repeated: the next one has its own key", async (status) => {
    const server = fakeServer();
    server.meet(status);
    const { sync, changeUrl, unfinished, isUnsynced } = await setUp();
    changeUrl("first");
    await sync.save("save");
    expect(unfinished()).toBeUndefined();
    changeUrl("second");
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(urlsOf(server)).toEqual(["first", "second"]);
    expect(new Set(keysOf(server)).size).toBe(2);
    expect(isUnsynced()).toBe(false);
  });
});

describe("a quiet save", () => {
  test("sends nothing when everything is synced", async () => {
    const server = fakeServer();
    const { sync } = await setUp();
    expect(await sync.saveQuietly()).toEqual({ ok: true, data: undefined });
    expect(server.saves).toEqual([]);
  });

  test("sends unsynced work, and does not touch the boxes", async () => {
    const server = fakeServer();
    server.hold();
    const { sync, draft, type, changeUrl, answers, isUnsynced, saving } = await setUp();
    type("Half a thou");
    changeUrl("rosa.example");
    const saved = sync.saveQuietly();
    await settle();
    expect(saving()).toBeUndefined();
    server.letGo();
    expect(await saved).toMatchObject({ ok: true });
    expect(server.saves).toMatchObject([{ keepalive: false }]);
    expect(server.saves[0]?.body).not.toHaveProperty("submit");
    expect([answers(), isUnsynced()]).toEqual([[], false]);
    expect(draft.store.getState().draft.boxes).toEqual({ "booking-process": "Half a thou" });
  });

  test("merges like any other", async () => {
    const server = fakeServer();
    const { sync, changeUrl, answers, merged } = await setUp();
    server.saveElsewhere(booking("a"));
    changeUrl("rosa.example");
    expect(await sync.saveQuietly()).toMatchObject({ ok: true });
    expect(answers()).toEqual(["Answer a"]);
    expect(merged).toHaveLength(1);
  });

  test("of a closing page can outlive it, and does not wait for another tab", async () => {
    const server = fakeServer();
    const { sync, changeUrl, inTurn, isUnsynced } = await setUp();
    changeUrl("rosa.example");
    expect(await sync.saveQuietly({ leaving: true })).toMatchObject({ ok: true });
    expect(server.saves).toMatchObject([{ keepalive: true, ifMatch: '"0"', key: expect.any(String) }]);
    expect(inTurn).toEqual([]);
    expect(isUnsynced()).toBe(false);
  });

  test("of a closing page is sent immediately", async () => {
    const server = fakeServer();
    const { sync, changeUrl } = await setUp();
    changeUrl("rosa.example");
    void sync.saveQuietly({ leaving: true });
    // a page still finishes what does not wait for the outside after its last event
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(server.saves).toHaveLength(1);
  });

  test("of a closing page repeats an unfinished one that can outlive the page too", async () => {
    const server = fakeServer();
    const { sync, changeUrl } = await setUp();
    server.meet("lost answer");
    changeUrl("first");
    await sync.save("save");
    await sync.saveQuietly({ leaving: true });
    expect(server.saves.map(({ keepalive }) => keepalive)).toEqual([false, true]);
  });
});

describe("a pull", () => {
  test("merges in the server's current record, keeping unsynced work", async () => {
    const server = fakeServer();
    const { sync, changeUrl, answers, isUnsynced, merged } = await setUp();
    server.saveElsewhere(booking("a"));
    changeUrl("rosa.example");
    expect(await sync.pull()).toMatchObject({ ok: true });
    expect(answers()).toEqual(["Answer a"]);
    expect(isUnsynced()).toBe(true);
    expect(merged).toEqual([{ changed: ["booking-process"], contested: [] }]);
    expect(server.saves).toEqual([]);
  });

  test("of the known revision changes nothing, without a notice", async () => {
    const server = fakeServer();
    server.saveElsewhere(booking("a"));
    const { sync, draft, merged } = await setUp();
    const before = draft.store.getState();
    expect(await sync.pull()).toMatchObject({ ok: true });
    expect(draft.store.getState()).toBe(before);
    expect(merged).toEqual([]);
  });

  test("that fails changes nothing", async () => {
    const server = fakeServer();
    const { sync, draft } = await setUp();
    const before = draft.store.getState();
    server.meetAtLoad(500);
    expect(await sync.pull()).toMatchObject({ ok: false, error: { status: 500 } });
    expect(draft.store.getState()).toBe(before);
  });
});

describe("the connection", () => {
  test.for([
    ["no connection", "offline"],
    ["lost answer", "offline"],
    [500, "failing"],
    [503, "failing"],
    ["HTML", "failing"],
    ["broken JSON", "failing"],
    [413, "failing"],
    [422, "failing"],
    [429, "failing"],
    // the request has reached the server; only the session has ended
    [401, "ok"],
  ] as const)("after %s is %s, and ok after the next success", async ([fault, connection]) => {
    const server = fakeServer();
    const all = await setUp();
    expect(all.connection()).toBe("ok");
    server.meet(fault);
    all.changeUrl("rosa.example");
    await all.sync.saveQuietly();
    expect(all.connection()).toBe(connection);
    await all.sync.saveQuietly();
    expect(all.connection()).toBe("ok");
  });

  test("after five conflicts is failing", async () => {
    const server = fakeServer();
    const { sync, connection } = await setUp();
    server.meet(412, 412, 412, 412, 412);
    await sync.save("save");
    expect(connection()).toBe("failing");
  });

  test("stays unchanged if the session had already ended", async () => {
    fakeServer();
    for (const isOffline of [true, false]) {
      const { sync, connection } = await setUp({ token: () => NOT_AUTHENTICATED, isOffline });
      const before = connection();
      await sync.saveQuietly();
      expect(connection()).toBe(before);
    }
  });

  test("is offline when the key could not be exchanged without one", async () => {
    fakeServer();
    const { sync, connection } = await setUp({ token: () => failedResult("CONNECTION_ERROR", "No.") });
    await sync.pull();
    expect(connection()).toBe("offline");
  });

  test("is offline from the start if the draft was opened offline, until a call succeeds", async () => {
    fakeServer();
    const { sync, connection } = await setUp({ isOffline: true });
    expect(connection()).toBe("offline");
    await sync.pull();
    expect(connection()).toBe("ok");
  });

  test("is offline when the browser says so", async () => {
    fakeServer();
    const { sync, connection } = await setUp();
    sync.markOffline();
    expect(connection()).toBe("offline");
  });
});

describe("a draft opened without a connection", () => {
  test("is merged with the server's record before it is saved over it", async () => {
    const server = fakeServer();
    server.saveElsewhere(booking("a"));
    const { sync, changeUrl, answers } = await setUp({ isOffline: true });
    changeUrl("rosa.example");
    await sync.pull();
    expect(await sync.save("save")).toMatchObject({ ok: true });
    expect(answers()).toEqual(["Answer a"]);
    expect(server.record()).toMatchObject({ ...booking("a"), "website-form": { url: "rosa.example" } });
  });
});

describe("a server that counts no revisions", () => {
  test("gets saves without If-Match, each with a key", async () => {
    const server = fakeServer({ countsRevisions: false });
    server.saveElsewhere(booking("a"));
    const { sync, changeUrl, isUnsynced, savedAs } = await setUp();
    for (const url of ["one", "two"]) {
      changeUrl(url);
      expect(await sync.save("save")).toMatchObject({ ok: true });
    }
    expect(server.saves.map(({ ifMatch }) => ifMatch)).toEqual([null, null]);
    expect(new Set(keysOf(server)).size).toBe(2);
    expect(isUnsynced()).toBe(false);
    expect(savedAs).toEqual([undefined, undefined]);
  });

  test("is loaded and merged at each pull", async () => {
    const server = fakeServer({ countsRevisions: false });
    server.saveElsewhere(booking("a"));
    const { sync, answers, merged } = await setUp();
    server.saveElsewhere(booking("a", "b"));
    await sync.pull();
    expect(answers()).toEqual(["Answer a", "Answer b"]);
    await sync.pull();
    expect(merged.map(({ changed }) => changed)).toEqual([["booking-process"], []]);
  });
});

describe("a closed page's unfinished save, settled before the draft is opened,", () => {
  const attempt = { record: {}, submit: false, revision: 0, idempotencyKey: "id-x" };

  test("is saved, and returns its revision", async () => {
    const server = fakeServer();
    expect(await settleAttempt("fhs_1", attempt)).toMatchObject({ kind: "saved", saved: { revision: 1 } });
    expect(server.saves).toMatchObject([
      { key: "id-x", ifMatch: '"0"', keepalive: false, token: "Bearer fhs_1" },
    ]);
    // the attempt was stored already, so the revision stays the same
    expect(await settleAttempt("fhs_1", attempt)).toMatchObject({ kind: "saved", saved: { revision: 1 } });
  });

  test.for([412, 413, 422])("is refused with %i", async (status) => {
    fakeServer().meet(status);
    expect(await settleAttempt("fhs_1", attempt)).toEqual({ kind: "refused" });
  });

  test.for([...UNKNOWN, 401, 403, 429])("still has an unknown outcome after %s", async (fault) => {
    fakeServer().meet(fault);
    expect(await settleAttempt("fhs_1", attempt)).toEqual({ kind: "unknown" });
  });
});

test("a failing lock does not stop later work", async () => {
  fakeServer();
  const { draft } = await setUp();
  let isBroken = true;
  const sync = createSync({
    seenAsk: () => undefined,
    draft,
    findToken: async () => ({ ok: true, data: "fhs_1" }),
    alone: (act) => (isBroken ? Promise.reject(new Error("Not here.")) : act()),
    onMerged: () => undefined,
    onSaved: () => undefined,
    isOffline: false,
    wait: async () => undefined,
    random: () => 0,
  });
  await expect(sync.save("save")).rejects.toThrow("Not here.");
  expect(sync.state.getState().saving).toBeUndefined();
  isBroken = false;
  expect(await sync.save("save")).toMatchObject({ ok: true });
});

describe("another version of the interview", () => {
  const version = { definition: { sections: builtInInterview.sections.slice(1) }, hashes: { en: "h2" } };

  test("is used when the time is right", async () => {
    fakeServer();
    const { sync, draft } = await setUp();
    expect(await sync.renew(version, () => false)).toBe(false);
    expect(draft.interview).toBe(builtInInterview);
    expect(await sync.renew(version, () => true)).toBe(true);
    expect(draft.interview).toBe(version.definition);
  });

  test("waits for the running save, and for the session", async () => {
    const { order } = fakeServer();
    let token: Result<string> = { ok: true, data: "fhs_1" };
    const { sync, draft, changeUrl } = await setUp({ token: () => token });
    changeUrl("https://rosa.example");
    const saving = sync.save("save");
    expect(await sync.renew(version, () => true)).toBe(true);
    expect((await saving).ok).toBe(true);
    expect(order.indexOf("PUT /v1/onboarding")).toBeLessThan(order.lastIndexOf("GET /v1/onboarding"));
    token = { ok: false, error: { code: "NOT_AUTHENTICATED", message: "" } };
    const again = { definition: builtInInterview, hashes: { en: "h1" } };
    expect(await sync.renew(again, () => true)).toBe(false);
    expect(draft.interview).toBe(version.definition);
  });
});
