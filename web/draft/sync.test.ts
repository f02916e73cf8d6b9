import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/built-in-interview.ts";
import type { SaveRequest } from "#contract/calls.ts";
import { speakEnglish } from "../translate.ts";
import { openDeviceItems } from "./device-items.ts";
import { openDraft } from "./draft-store.ts";
import { createSync } from "./sync.ts";

const SAVED = { data: { revision: 1, savedAt: "2026-03-01T12:00:00Z", submittedAt: null } };

/** A server that answers each save when it is told to. */
function fakeServer() {
  const waiting: ((response: Response) => void)[] = [];
  const received: SaveRequest[] = [];
  vi.stubGlobal("fetch", (_address: string, { body }: { body: string }) => {
    received.push(JSON.parse(body));
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const answer = (body: unknown, status: number) => {
    const response = waiting.shift();
    if (!response) throw new Error("No save is under way");
    response(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }));
  };
  const store = () => answer(SAVED, 200);
  const refuse = (status: number) => answer({ code: "NO", message: "No." }, status);
  /** How many saves wait for their answer. */
  const underWay = () => waiting.length;
  return { received, underWay, store, refuse };
}

async function setUp(token: string | undefined = "fhs_1") {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  };
  let count = 0;
  const draft = await openDraft({
    interview: builtInInterview,
    items: openDeviceItems(() => storage as Storage, "rosa"),
    record: {},
    clock: () => 0,
    newId: () => `id-${++count}`,
  });
  const sync = createSync(draft, () => token);
  const changeUrl = (url: string) => draft.dispatch({ type: "url-changed", url });
  const isUnsynced = () => draft.store.getState().isUnsynced;
  const saving = () => sync.state.getState().saving;
  return { draft, sync, changeUrl, isUnsynced, saving };
}

/** Lets everything run that waits for nothing outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a save", () => {
  test("sends the whole record, and then nothing is unsynced", async () => {
    const server = fakeServer();
    const { sync, draft, changeUrl, isUnsynced, saving } = await setUp();
    changeUrl("rosa.example");
    const result = sync.save("save");
    await settle();
    expect(saving()).toBe("save");
    expect(server.received).toEqual([{ data: draft.store.getState().record }]);
    server.store();
    expect(await result).toMatchObject({ ok: true });
    expect(isUnsynced()).toBe(false);
    expect(saving()).toBeUndefined();
  });

  test("first takes what stands in the boxes", async () => {
    const server = fakeServer();
    const { sync, draft } = await setUp();
    draft.dispatch({ type: "box-changed", questionId: "booking-process", text: "By phone." });
    void sync.save("save");
    await settle();
    expect(server.received[0]?.data["booking-process"]).toMatchObject({
      responses: [{ content: "By phone." }],
    });
  });

  test("says so where it submits", async () => {
    const server = fakeServer();
    const { sync, saving } = await setUp();
    void sync.save("submit");
    await settle();
    expect(saving()).toBe("submit");
    expect(server.received[0]).toHaveProperty("submit", true);
  });

  test.for([401, 422, 500])("that fails with %i leaves everything unsynced", async (status) => {
    const server = fakeServer();
    const { sync, changeUrl, isUnsynced, saving } = await setUp();
    changeUrl("rosa.example");
    const result = sync.save("save");
    await settle();
    server.refuse(status);
    expect(await result).toMatchObject({ ok: false, error: { status } });
    expect(isUnsynced()).toBe(true);
    expect(saving()).toBeUndefined();
  });

  test("that gets no answer leaves everything unsynced", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("rosa.example");
    expect(await sync.save("save")).toMatchObject({ ok: false, error: { code: "CONNECTION_ERROR" } });
    expect(isUnsynced()).toBe(true);
  });

  test("leaves a change unsynced that was made meanwhile", async () => {
    const server = fakeServer();
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("first");
    const result = sync.save("save");
    await settle();
    changeUrl("second");
    server.store();
    await result;
    expect(isUnsynced()).toBe(true);
  });
});

describe("saves", () => {
  test("never overlap, and each sends what is there when its turn comes", async () => {
    const server = fakeServer();
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("first");
    const results = [sync.save("save"), sync.save("submit"), sync.save("save")];
    await settle();
    expect([server.received.length, server.underWay()]).toEqual([1, 1]);
    changeUrl("second");
    server.store();
    await settle();
    expect([server.received.length, server.underWay()]).toEqual([2, 1]);
    server.store();
    await settle();
    server.store();
    await Promise.all(results);
    const sent = server.received.map(({ data, submit = false }) => [data["website-form"], submit]);
    expect(sent).toEqual([
      [{ url: "first" }, false],
      [{ url: "second" }, true],
      [{ url: "second" }, false],
    ]);
    expect(isUnsynced()).toBe(false);
  });

  test("go on after one that failed", async () => {
    const server = fakeServer();
    const { sync, changeUrl, isUnsynced } = await setUp();
    changeUrl("first");
    const results = [sync.save("save"), sync.save("save")];
    await settle();
    server.refuse(500);
    await settle();
    server.store();
    expect(await Promise.all(results)).toMatchObject([{ ok: false }, { ok: true }]);
    expect(isUnsynced()).toBe(false);
  });
});
