import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { builtInForms, websiteEntered } from "../../tests/support/data/built-in-forms.ts";
import { fakeServer } from "../../tests/support/fakes/fake-server.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { loadRecord } from "../api/firsthand-api.ts";
import { type CallError, failedResult, type Result } from "../api/result.ts";
import { startAutosave } from "./autosave.ts";
import { openDeviceItems } from "./device-items.ts";
import { openDraft } from "./draft-store.ts";
import type { Journal } from "./journal.ts";
import type { RestoredTabJournal } from "./journal-rows.ts";
import { createSync } from "./sync.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SIGNED_IN: Result<string> = { ok: true, data: "fhs_1" };

class FakeDocument extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";
  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

function fakeJournal(restored: RestoredTabJournal[]) {
  const health = createStore(() => ({ isKept: true }));
  const nothing = async () => undefined;
  const flush = vi.fn(nothing);
  return {
    restored,
    asideCount: 0,
    health,
    note: () => {},
    flush,
    clear: nothing,
    release: () => {},
  } satisfies Journal;
}

type SetUpOptions = { isOffline?: boolean; restored?: RestoredTabJournal[]; random?: number };

async function openDraftOf(isOffline: boolean, journal: Journal) {
  const loaded = isOffline ? undefined : await loadRecord("fhs_1", builtInInterview, { withTimes: true });
  let count = 0;
  return openDraft({
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
    journal,
    loaded: loaded?.ok ? loaded.data : undefined,
    clock: Date.now,
    newId: () => `id-${++count}`,
  });
}

/** A page that saves automatically to a server in memory. */
async function setUp({ isOffline = false, restored = [], random = 0.5 }: SetUpOptions = {}) {
  const server = fakeServer();
  const journal = fakeJournal(restored);
  const draft = await openDraftOf(isOffline, journal);
  let token = SIGNED_IN;
  const sync = createSync({
    seenAsk: () => undefined,
    draft,
    findToken: async () => token,
    alone: (act) => act(),
    onMerged: () => undefined,
    onSaved: () => undefined,
    isOffline,
    wait: async () => undefined,
    random: () => random,
  });
  const page = { document: new FakeDocument(), window: new EventTarget() };
  const signedOut: CallError[] = [];
  server.order.length = 0;
  const start = () =>
    startAutosave({
      draft,
      sync,
      timers,
      clock: Date.now,
      random: () => random,
      page: page as unknown as { document: Document; window: Window },
      onSignedOut: (error) => {
        signedOut.push(error);
        token = failedResult("NOT_AUTHENTICATED", "Not authenticated");
      },
    });
  return {
    server,
    draft,
    sync,
    journal,
    signedOut,
    start,
    document: page.document,
    tell: (name: string) => page.window.dispatchEvent(new Event(name)),
    signIn: () => {
      token = SIGNED_IN;
    },
    changeUrl: (url: string) => draft.dispatch(websiteEntered({ url })),
    type: (text: string) => draft.dispatch({ type: "box-changed", questionId: "booking-process", text }),
    isUnsynced: () => draft.store.getState().isUnsynced,
  };
}

type SetUp = Awaited<ReturnType<typeof setUp>>;

async function started(options?: SetUpOptions) {
  const all = await setUp(options);
  return { ...all, autosave: all.start() };
}

/** Runs everything that does not wait for the outside; reading an answer takes a few turns of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

/** The seconds until each of the next calls to the server begins. */
async function waitsUntilCalls({ server }: { server: ReturnType<typeof fakeServer> }, count: number) {
  const waits: number[] = [];
  for (let call = 0; call < count; call++) {
    const before = server.order.length;
    let seconds = 0;
    while (server.order.length === before && seconds < 200) {
      await pass(SECOND);
      seconds += 1;
    }
    waits.push(seconds);
  }
  return waits;
}

const PUT = "PUT /v1/onboarding";
const GET = "GET /v1/onboarding";

beforeEach(() => {
  speakEnglish();
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "Date"],
    now: Date.parse("2026-03-01T12:00:00Z"),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("without activity", () => {
  test("unsynced changes are saved ten seconds after the last change", async () => {
    const { server, changeUrl, isUnsynced } = await started();
    changeUrl("r");
    await pass(8 * SECOND);
    changeUrl("rosa.example");
    await pass(10 * SECOND - 1);
    expect(server.saves).toEqual([]);
    await pass(1);
    expect(server.saves).toMatchObject([{ body: { data: { "website-form": { url: "rosa.example" } } } }]);
    expect(server.saves).toMatchObject([{ keepalive: false }]);
    expect(isUnsynced()).toBe(false);
  });

  test("nothing is sent when nothing is unsynced", async () => {
    const { server, changeUrl, type } = await started();
    type("Half a thou");
    changeUrl("r");
    changeUrl("");
    await pass(10 * MINUTE);
    expect(server.order).toEqual([]);
  });

  test("a keystroke in a box also counts as activity", async () => {
    const { server, changeUrl, type } = await started();
    changeUrl("rosa.example");
    await pass(8 * SECOND);
    type("By ph");
    await pass(8 * SECOND);
    expect(server.saves).toEqual([]);
    await pass(2 * SECOND);
    expect(server.saves).toHaveLength(1);
  });

  test("opening another section does not count as a change", async () => {
    const { server, draft, changeUrl } = await started();
    changeUrl("rosa.example");
    await pass(8 * SECOND);
    draft.dispatch({ type: "section-opened", sectionId: "website" });
    await pass(2 * SECOND);
    expect(server.saves).toHaveLength(1);
  });

  test("changes of a constantly active client are saved once a minute", async () => {
    const { server, changeUrl } = await started();
    for (let second = 0; second < 150; second += 5) {
      changeUrl(`second-${second}.example`);
      await pass(5 * SECOND);
    }
    const urls = server.saves.map(({ body }) => body.data["website-form"]);
    expect(urls).toEqual([{ url: "second-55.example" }, { url: "second-115.example" }]);
  });

  test("changes made during a save are saved after it", async () => {
    const { server, changeUrl, isUnsynced } = await started();
    server.hold();
    changeUrl("first");
    await pass(10 * SECOND);
    changeUrl("second");
    server.letGo();
    await pass(10 * SECOND);
    server.letGo();
    await settle();
    expect(server.saves).toHaveLength(2);
    expect(isUnsynced()).toBe(false);
  });

  test("changes that the device had not saved are saved ten seconds after opening", async () => {
    const record = { "website-form": { url: "rosa.example" } };
    const { server } = await started({ restored: [{ answers: { record } }] });
    await pass(10 * SECOND - 1);
    expect(server.saves).toEqual([]);
    await pass(1);
    expect(server.saves).toHaveLength(1);
  });
});

describe("a page that is", () => {
  test.for([
    ["hidden", ({ document }: SetUp): void => document.turn("hidden")],
    ["going", ({ tell }: SetUp): void => void tell("pagehide")],
  ] as const)("%s saves at once, in a way that outlives it, and writes its journal", async ([, leave]) => {
    const all = await started();
    all.changeUrl("rosa.example");
    leave(all);
    await settle();
    expect(all.server.saves).toMatchObject([{ keepalive: true }]);
    expect(all.journal.flush).toHaveBeenCalledOnce();
    await pass(MINUTE);
    expect(all.server.saves).toHaveLength(1);
  });

  test("hidden and then closing saves once", async () => {
    const { server, document, tell, changeUrl } = await started();
    changeUrl("rosa.example");
    document.turn("hidden");
    tell("pagehide");
    await settle();
    expect(server.saves).toHaveLength(1);
  });

  test("hidden with nothing unsynced writes its journal, and sends nothing", async () => {
    const { server, document, type, journal } = await started();
    type("Half a thou");
    document.turn("hidden");
    await pass(MINUTE);
    expect(server.order).toEqual([]);
    expect(journal.flush).toHaveBeenCalledOnce();
  });

  test("hidden without a connection keeps trying", async () => {
    const { server, document, changeUrl, isUnsynced } = await started();
    server.meet("no connection");
    changeUrl("rosa.example");
    document.turn("hidden");
    await settle();
    await pass(10 * SECOND);
    expect(server.saves).toHaveLength(2);
    expect(isUnsynced()).toBe(false);
  });
});

describe("a page that comes back", () => {
  test.for([
    [30 * SECOND, 0],
    [30 * SECOND + 1, 1],
    [10 * MINUTE, 1],
  ] as const)("after %i ms checks %i times for changes", async ([away, looks]) => {
    const { server, document, draft } = await started();
    document.turn("hidden");
    server.saveElsewhere({ "website-form": { url: "elsewhere.example" } });
    await pass(away);
    expect(server.order).toEqual([]);
    document.turn("visible");
    await settle();
    expect(server.order).toEqual(Array(looks).fill(GET));
    // a second such event changes nothing
    document.turn("visible");
    await settle();
    expect(server.order).toHaveLength(looks);
    expect(builtInForms(draft.store.getState().draft.answers.forms)["website-form"].url).toBe(
      looks > 0 ? "elsewhere.example" : "",
    );
  });

  test("counts each time away separately", async () => {
    const { server, document } = await started();
    for (let times = 0; times < 3; times++) {
      document.turn("hidden");
      await pass(20 * SECOND);
      document.turn("visible");
      await pass(20 * SECOND);
    }
    expect(server.order).toEqual([]);
  });

  test("does not call a server that it is waiting to retry", async () => {
    const { server, document, changeUrl } = await started();
    server.meet("no connection");
    server.meetAtLoad("no connection", "no connection", "no connection");
    changeUrl("rosa.example");
    document.turn("hidden");
    // by then three tries have failed, and the next one is a minute away
    await pass(57 * SECOND);
    const before = server.order.length;
    document.turn("visible");
    await settle();
    expect(server.order).toHaveLength(before);
  });
});

describe("the connection", () => {
  test("that returns loads changes at once, and sends unsynced ones", async () => {
    const { server, tell, changeUrl, isUnsynced } = await started();
    server.saveElsewhere({ "booking-process": { responses: [{ content: "By phone." }] } });
    changeUrl("rosa.example");
    tell("online");
    await settle();
    expect(server.order).toEqual([GET, PUT]);
    expect(server.record()).toMatchObject({
      "booking-process": { responses: [{ content: "By phone." }] },
      "website-form": { url: "rosa.example" },
    });
    expect(isUnsynced()).toBe(false);
  });

  test("that returns with nothing unsynced sends nothing", async () => {
    const { server, tell } = await started();
    tell("online");
    await settle();
    expect(server.order).toEqual([GET]);
  });

  test("that is lost is reported", async () => {
    const { sync, tell } = await started();
    tell("offline");
    expect(sync.state.getState().connection).toBe("offline");
  });

  test("that was missing when the draft was opened is tried at once, and again later", async () => {
    const all = await setUp({ isOffline: true });
    all.server.meetAtLoad("no connection");
    all.start();
    await settle();
    expect(all.server.order).toEqual([GET]);
    expect(await waitsUntilCalls(all, 1)).toEqual([4]);
    expect(all.sync.state.getState().connection).toBe("ok");
  });
});

describe("after a failure", () => {
  test.for([
    ["no connection", 4],
    [500, 8],
    ["HTML", 8],
  ] as const)("(%s) it is tried again %d s later, and then all is synced", async ([fault, seconds]) => {
    const all = await started();
    all.server.meet(fault);
    all.changeUrl("rosa.example");
    await pass(10 * SECOND);
    expect(all.isUnsynced()).toBe(true);
    expect(await waitsUntilCalls(all, 1)).toEqual([seconds]);
    expect(all.isUnsynced()).toBe(false);
    expect(all.sync.state.getState().connection).toBe("ok");
  });

  test("the waits grow up to a minute, and are short again after a success", async () => {
    const all = await started();
    all.server.meetAtLoad(...Array<"no connection">(6).fill("no connection"));
    all.tell("online");
    await settle();
    expect(await waitsUntilCalls(all, 6)).toEqual([4, 8, 16, 32, 60, 60]);
    all.server.meetAtLoad("no connection");
    all.tell("online");
    await settle();
    expect(await waitsUntilCalls(all, 1)).toEqual([4]);
  });

  test.for([
    [0, [3, 6, 12, 24, 45]],
    [0.999, [5, 10, 20, 40, 75]],
  ] as const)("clients do not all retry at the same time (chance %d)", async ([random, waits]) => {
    const all = await started({ random });
    all.server.meetAtLoad(...Array<"no connection">(5).fill("no connection"));
    all.tell("online");
    await settle();
    expect(await waitsUntilCalls(all, 5)).toEqual(waits);
  });

  test("nothing is tried any more once everything has succeeded", async () => {
    const { server, tell } = await started();
    server.meetAtLoad("no connection");
    tell("online");
    await pass(8 * SECOND);
    expect(server.order).toEqual([GET, GET]);
    await pass(10 * MINUTE);
    expect(server.order).toHaveLength(2);
  });

  test("a returning connection makes a further try unnecessary", async () => {
    const { server, tell } = await started();
    server.meetAtLoad("no connection");
    tell("online");
    await pass(3 * SECOND);
    tell("online");
    await pass(10 * MINUTE);
    expect(server.order).toEqual([GET, GET]);
  });

  test("a page that comes back later checks for changes as usual", async () => {
    const { server, tell, document } = await started();
    server.meetAtLoad("no connection");
    tell("online");
    await pass(8 * SECOND);
    document.turn("hidden");
    await pass(MINUTE);
    document.turn("visible");
    await settle();
    expect(server.order).toEqual([GET, GET, GET]);
  });

  test("a further failure postpones the next try instead of adding one", async () => {
    const { server, tell, document, changeUrl } = await started();
    server.meetAtLoad("no connection");
    tell("online");
    await pass(3 * SECOND);
    server.meet("no connection");
    changeUrl("rosa.example");
    document.turn("hidden");
    await pass(8 * SECOND - 1);
    expect(server.order).toEqual([GET, PUT]);
    await pass(1);
    expect(server.order).toEqual([GET, PUT, PUT, GET]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of the client's own Save it is tried again quietly", async () => {
    const all = await started();
    all.server.meet("no connection");
    all.changeUrl("rosa.example");
    await all.sync.save("save");
    expect(await waitsUntilCalls(all, 1)).toEqual([4]);
    expect(all.isUnsynced()).toBe(false);
  });

  test("of a Save with nothing unsynced, its outcome is checked", async () => {
    const all = await started();
    all.server.meet("lost answer");
    await all.sync.save("submit");
    expect(await waitsUntilCalls(all, 1)).toEqual([4]);
    expect(all.server.saves).toHaveLength(2);
    expect(all.server.saves[1]).toEqual(all.server.saves[0]);
    expect(all.draft.store.getState().draft.unfinished).toBeUndefined();
  });
});

describe("a session that has ended", () => {
  test("is reported once, and nothing is tried after it", async () => {
    const { server, signedOut, changeUrl, isUnsynced } = await started();
    server.meet(401, 401);
    changeUrl("rosa.example");
    await pass(10 * SECOND);
    expect(signedOut).toMatchObject([{ code: "UNAUTHORIZED", status: 401 }]);
    expect(vi.getTimerCount()).toBe(0);
    await pass(10 * MINUTE);
    changeUrl("rosas-bakery.example");
    await pass(10 * MINUTE);
    expect(server.saves).toHaveLength(1);
    expect(signedOut).toHaveLength(1);
    expect(isUnsynced()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is also reported when a load finds it", async () => {
    const { server, signedOut, tell } = await started();
    server.meetAtLoad(401);
    tell("online");
    await pass(10 * MINUTE);
    expect(signedOut).toHaveLength(1);
    expect(server.order).toEqual([GET]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not end saving permanently: it continues with the next session", async () => {
    const { server, signIn, changeUrl, isUnsynced } = await started();
    server.meet(401);
    changeUrl("rosa.example");
    await pass(10 * SECOND);
    signIn();
    changeUrl("rosas-bakery.example");
    await pass(10 * SECOND);
    expect(server.record()).toMatchObject({ "website-form": { url: "rosas-bakery.example" } });
    expect(isUnsynced()).toBe(false);
  });
});

describe("stopping", () => {
  test("ends everything that would run automatically", async () => {
    const { server, autosave, document, tell, changeUrl, sync } = await started();
    changeUrl("rosa.example");
    server.meetAtLoad("no connection");
    tell("online");
    await settle();
    server.order.length = 0;
    autosave.stop();
    expect(vi.getTimerCount()).toBe(0);
    changeUrl("rosas-bakery.example");
    document.turn("hidden");
    tell("pagehide");
    tell("offline");
    await pass(10 * MINUTE);
    document.turn("visible");
    tell("online");
    server.meet("no connection");
    await sync.save("save");
    await pass(10 * MINUTE);
    expect(server.order).toEqual([PUT]);
  });

  test("leaves it to the client to try a failed Save again", async () => {
    const { server, autosave, sync } = await started();
    autosave.stop();
    server.meet("no connection");
    await sync.save("save");
    expect(sync.state.getState().connection).toBe("offline");
    expect(vi.getTimerCount()).toBe(0);
  });

  test.for(["no connection", 401] as const)("ignores whatever ends after it (%s)", async (fault) => {
    const { server, autosave, changeUrl, signedOut } = await started();
    server.hold();
    server.meet(fault);
    changeUrl("rosa.example");
    await pass(10 * SECOND);
    autosave.stop();
    server.letGo();
    await pass(10 * MINUTE);
    expect(signedOut).toEqual([]);
    expect(server.order).toEqual([PUT]);
  });
});
