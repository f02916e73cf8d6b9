import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { inEachLanguage } from "#contract/languages.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { websiteEntered } from "../../../tests/support/data/built-in-forms.ts";
import { newIndexedDb } from "../../../tests/support/fakes/fake-indexed-db.ts";
import { fakeLocks } from "../../../tests/support/fakes/fake-locks.ts";
import { type Fault, fakeServer } from "../../../tests/support/fakes/fake-server.ts";
import { speakEnglish } from "../../../tests/support/fakes/speak-english.ts";
import { toBase64Url } from "../../draft/vault.ts";
import { createSession, openOffline, signIn } from "../../session/session.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const ROSA = {
  accessToken: "fhs_1",
  clientId: "rosa",
  clientName: "Rosa",
  draftKey: toBase64Url(new Uint8Array(32).fill(1)),
};
const KEY = "fh_01AMZ_01AMZ_01AMZ_01AMZ_01AMZ_01AMZ_0DAHE";
const PAGE = {
  interviews: { en: "h", es: "h-es" },
  provider: {
    name: "Brightside",
    languages: inEachLanguage((language) => `?language=${language}`),
    minutes: "35",
    support: { email: "", phone: "", dialed: "", page: "" },
  },
  dictatesOnDevice: false,
  recordingOffer: "kept",
} as const;
const GET = "GET /v1/onboarding";
const PUT = "PUT /v1/onboarding";

const booking = (...ids: string[]): RecordInput => ({
  "booking-process": { responses: ids.map((id) => ({ id, content: `Answer ${id}` })) },
});

let server: ReturnType<typeof fakeServer>;
let browser: ReturnType<typeof fakeLocks>;
const closing: (() => void)[] = [];

/** A visible page of this browser. */
function newPage() {
  const page = browser.openPage();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const history = { scrollRestoration: "auto", replaceState: vi.fn(), pushState: vi.fn() };
  const window = Object.assign(new EventTarget(), { history, scrollY: 0 });
  vi.stubGlobal("navigator", { locks: page.manager });
  vi.stubGlobal("document", document);
  vi.stubGlobal("window", window);
  return { end: page.end, window };
}

type Opened = Awaited<ReturnType<typeof openPage>>;

async function openPage({ isOffline = false } = {}) {
  const page = newPage();
  const session = createSession();
  const client = { id: ROSA.clientId, name: ROSA.clientName };
  if (isOffline) openOffline(session, { client, draftKey: ROSA.draftKey }, { accessKey: KEY });
  else signIn(session, ROSA, { accessKey: KEY });
  const toasts: NewToast[] = [];
  const notify = (toast: NewToast) => void toasts.push(toast);
  server.order.length = 0;
  const opened = await openWorkspace({ ...PAGE, session, notify });
  return { ...page, session, toasts, opened };
}

/** The workspace of a page that could be opened. */
function workspaceOf({ opened }: Opened): Workspace {
  if (!opened.ok) throw new Error(`It could not be opened: ${opened.error.code}`);
  closing.push(opened.data.close);
  return opened.data;
}

async function openWorking(given?: { isOffline: boolean }) {
  const page = await openPage(given);
  const { draft, sync, actions, close } = workspaceOf(page);
  return {
    ...page,
    draft,
    sync,
    actions,
    close,
    type: (text: string) => draft.dispatch({ type: "box-changed", questionId: "booking-process", text }),
    changeUrl: (url: string) => draft.dispatch(websiteEntered({ url })),
    answers: () =>
      (draft.store.getState().draft.answers.written["booking-process"] ?? []).map(({ content }) => content),
    isUnsynced: () => draft.store.getState().isUnsynced,
    /** Kills the browser, and ends what would otherwise go on in the test. */
    kill: async () => {
      await draft.journal?.flush();
      page.end();
      close();
    },
  };
}

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(() => {
  speakEnglish();
  newIndexedDb();
  browser = fakeLocks();
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  });
  const also = {
    "GET /v1/interview?hash=h": () => Response.json({ data: { interview: builtInInterview, hash: "h" } }),
    "POST /v1/auth/exchange": () => Response.json({ data: ROSA }),
    "POST /v1/auth/logout": () => Response.json({ data: {} }),
  };
  server = fakeServer({ also });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

describe("opening", () => {
  test("loads the server's record, and keeps no key", async () => {
    server.saveElsewhere(booking("a"));
    const { answers, isUnsynced, session, toasts, sync } = await openWorking();
    expect(answers()).toEqual(["Answer a"]);
    expect(isUnsynced()).toBe(false);
    expect(session.getState()).toMatchObject({
      accessToken: "fhs_1",
      accessKey: undefined,
      draftKey: undefined,
    });
    expect(toasts).toEqual([]);
    expect(sync.state.getState()).toEqual({ saving: undefined, connection: "ok" });
  });

  test("restores what a killed page had not saved, including text in a box", async () => {
    const killed = await openWorking();
    killed.changeUrl("rosa.example");
    killed.type("They c");
    await killed.kill();
    const { draft, isUnsynced } = await openWorking();
    expect(draft.store.getState().draft).toMatchObject({
      answers: { forms: { "website-form": { url: "rosa.example" } } },
      boxes: { "booking-process": "They c" },
    });
    expect(isUnsynced()).toBe(true);
  });

  test("reports changes from elsewhere to unsaved work", async () => {
    const killed = await openWorking();
    killed.changeUrl("rosa.example");
    await killed.kill();
    server.saveElsewhere(booking("a"));
    const { toasts } = await openWorking();
    expect(toasts).toMatchObject([{ message: "New or changed: From first call to booking." }]);
  });

  test("requires a signed-in client", async () => {
    const opening = openWorkspace({ ...PAGE, session: createSession(), notify: () => undefined });
    await expect(opening).rejects.toThrow("No client is signed in");
  });
});

describe("a killed page's save with an unknown outcome", () => {
  async function killedAfter(fault: Fault) {
    const killed = await openWorking();
    server.meet(fault);
    killed.type("By phone.");
    await killed.sync.save("save");
    await killed.kill();
  }

  test("is repeated word for word before anything is loaded", async () => {
    await killedAfter("lost answer");
    const { answers, isUnsynced, draft } = await openWorking();
    expect(server.order.filter((call) => call === PUT)).toHaveLength(1);
    expect(server.order.at(-1)).toBe(GET);
    expect(server.saves[1]).toEqual(server.saves[0]);
    expect([answers(), isUnsynced()]).toEqual([["By phone."], false]);
    expect(draft.store.getState().draft.unfinished).toBeUndefined();
  });

  test("does not bring back what another device has deleted since", async () => {
    await killedAfter("lost answer");
    server.saveElsewhere({});
    const { answers, isUnsynced } = await openWorking();
    expect([answers(), isUnsynced()]).toEqual([[], false]);
  });

  test("is merged if it never arrived and the record has changed", async () => {
    await killedAfter("no connection");
    server.saveElsewhere(booking("a"));
    const { answers, isUnsynced, sync } = await openWorking();
    expect([answers(), isUnsynced()]).toEqual([["Answer a", "By phone."], true]);
    expect(await sync.saveQuietly()).toMatchObject({ ok: true });
    expect(isUnsynced()).toBe(false);
  });

  test("stays to be repeated while there is no connection, and is repeated once there is one", async () => {
    await killedAfter("lost answer");
    server.meet("no connection");
    server.meetAtLoad("no connection");
    const { answers, isUnsynced } = await openWorking();
    expect(answers()).toEqual(["By phone."]);
    await until(() => !isUnsynced());
    expect(server.saves).toHaveLength(3);
    expect(server.saves[2]).toEqual(server.saves[0]);
    expect(JSON.stringify(server.saves[2]?.body)).toBe(JSON.stringify(server.saves[0]?.body));
    expect(server.revision()).toBe(1);
  });
});

describe("without a connection", () => {
  test("the client continues with the data on the device", async () => {
    server.saveElsewhere(booking("a"));
    const killed = await openWorking();
    killed.changeUrl("rosa.example");
    await killed.kill();
    server.meetAtLoad(503, 503);
    const { answers, isUnsynced, sync } = await openWorking();
    expect([answers(), isUnsynced()]).toEqual([["Answer a"], true]);
    expect(sync.state.getState().connection).not.toBe("ok");
  });

  test("and with nothing on the device there is nothing to show, and nothing stays locked", async () => {
    server.meetAtLoad("no connection");
    const { opened } = await openPage();
    expect(opened).toMatchObject({ ok: false, error: { code: "CONNECTION_ERROR" } });
    await until(() => browser.heldNames().length === 0);
  });

  test("a draft opened by the key is merged as soon as the server answers, with the key exchanged", async () => {
    const killed = await openWorking();
    killed.changeUrl("rosa.example");
    await killed.kill();
    server.saveElsewhere(booking("a"));
    const { answers, session, isUnsynced } = await openWorking({ isOffline: true });
    await until(() => !isUnsynced() && answers().length === 1);
    expect(session.getState()).toMatchObject({ accessToken: "fhs_1", accessKey: undefined });
    expect(server.record()).toMatchObject({ ...booking("a"), "website-form": { url: "rosa.example" } });
  });

  test("the answer that the session has ended does not count as a missing connection", async () => {
    const killed = await openWorking();
    killed.changeUrl("rosa.example");
    await killed.kill();
    server.meetAtLoad(401);
    expect((await openPage()).opened).toMatchObject({ ok: false, error: { code: "UNAUTHORIZED" } });
    // the draft is still there, too
    expect((await openWorking()).isUnsynced()).toBe(true);
  });
});

describe("two tabs of a client", () => {
  test("each see what the other has saved", async () => {
    const [one, other] = [await openWorking(), await openWorking()];
    one.type("By phone.");
    await one.actions.save();
    await until(() => other.answers().length === 1);
    expect(other.isUnsynced()).toBe(false);
    expect(other.toasts).toMatchObject([{ title: "Updated from another device" }]);
  });

  test("sign out together, except one with unsynced work", async () => {
    const [one, synced, unsynced] = [await openWorking(), await openWorking(), await openWorking()];
    unsynced.changeUrl("rosa.example");
    await one.actions.logout();
    await until(() => synced.session.getState().client === undefined);
    expect(one.session.getState().client).toBeUndefined();
    expect(unsynced.session.getState().client).toBeDefined();
    expect(unsynced.isUnsynced()).toBe(true);
  });
});

test("a closed workspace leaves its draft to the next one, and does nothing automatically", async () => {
  const closed = await openWorking();
  closed.changeUrl("rosa.example");
  closed.close();
  await until(() => browser.heldNames().length === 0);
  closed.window.dispatchEvent(new Event("online"));
  const next = await openWorking();
  expect(next.isUnsynced()).toBe(true);
  expect(server.saves).toEqual([]);
});
