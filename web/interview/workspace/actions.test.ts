import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { SubmissionReceipt } from "#contract/api/calls.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { websiteEntered } from "../../../tests/support/data/built-in-forms.ts";
import { fullRecord } from "../../../tests/support/data/full-record.ts";
import { speakEnglish } from "../../../tests/support/fakes/speak-english.ts";
import { failedResult, type Result } from "../../api/result.ts";
import type { Dictation } from "../../dictation/dictation.ts";
import { openDeviceItems } from "../../draft/device-items.ts";
import { openDraft } from "../../draft/draft-store.ts";
import type { Journal } from "../../draft/journal.ts";
import type { Sync, SyncState } from "../../draft/sync.ts";
import type { TabChannel, TabMessage } from "../../draft/tabs.ts";
import { openVault, toBase64Url } from "../../draft/vault.ts";
import { createSession, type Session, signIn } from "../../session/session.ts";
import { forgetKeys } from "../../session/session-end.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";
import { createActions } from "./actions.ts";

const ROSA = {
  accessToken: "fhs_1",
  clientId: "rosa",
  clientName: "Rosa",
  draftKey: toBase64Url(new Uint8Array(32).fill(1)),
};
const KEY = "fh_key";
const NO_KEYS = { accessKey: undefined, draftKey: undefined, enteredKey: KEY, questionId: undefined };
const CLIENT = { id: "rosa", name: "Rosa" };
const STORED = { revision: 2, savedAt: "2026-03-01T12:00:00Z", submittedAt: undefined };
const SAVED: NewToast = {
  type: "success",
  about: "sending",
  title: "Progress Saved",
  message: "Your responses have been saved successfully.",
};
const SUBMITTED: NewToast = {
  type: "success",
  about: "sending",
  title: "Submission Complete!",
  message:
    "Your onboarding responses have been submitted successfully. Thank you for completing the process.",
};
const NOT_AUTHENTICATED: NewToast = {
  type: "error",
  about: "sending",
  title: "Not Authenticated",
  message: "Please log in to save your progress.",
};
const FAILED_TO_SUBMIT = "Failed to submit your responses. Please try again.";
const ENDED = "Authentication failed. Please try logging in again.";

type Outcome = Result<unknown> | Error;

async function openDraftOf(record: RecordInput, journal: Journal | undefined) {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  let count = 0;
  const draft = await openDraft({
    interview: builtInInterview,
    items: openDeviceItems({
      interview: builtInInterview,
      findStorage: () => storage as Storage,
      clientId: ROSA.clientId,
      vault: await openVault(crypto, ROSA.draftKey),
      keepAside: async () => undefined,
    }),
    journal,
    loaded: { record, revision: 1, savedAt: undefined, submittedAt: undefined },
    clock: () => 0,
    newId: () => `id-${++count}`,
  });
  // waits for the encryption on another thread
  await until(() => items.size === 3);
  return { draft, items };
}

type SetUpOptions = {
  record?: RecordInput;
  outcomes?: Outcome[];
  dictation?: Pick<Dictation, "take">;
  journal?: Journal;
  /** The server's answer about a submission. */
  receipt?: () => Promise<Partial<SubmissionReceipt>>;
  /** Whether the thank-you page can be fetched. */
  hasThanks?: boolean;
};

/** A signed-in client, and a server with these outcomes of the next saves; without an outcome, a save succeeds. */
async function setUp(options: SetUpOptions = {}) {
  const { record = {}, outcomes = [], dictation, journal, receipt, hasThanks = true } = options;
  const { draft, items } = await openDraftOf(record, journal);
  const session = createSession();
  signIn(session, ROSA, { accessKey: KEY });
  forgetKeys(session);
  const sent: string[] = [];
  const nobodyAsks = () => Promise.reject(new Error("Nobody asked for it"));
  const sync: Sync = {
    state: createStore<SyncState>(() => ({ saving: undefined, connection: "ok" })),
    async save(kind) {
      sent.push(kind);
      const outcome = outcomes.shift() ?? { ok: true, data: {} };
      if (outcome instanceof Error) throw outcome;
      if (outcome.ok) draft.markSynced(draft.beginSave(kind === "submit"), STORED);
      return outcome;
    },
    saveQuietly: nobodyAsks,
    pull: nobodyAsks,
    renew: nobodyAsks,
    markOffline: () => undefined,
  };
  const takes = {
    finish: vi.fn(async () => undefined),
    hasUnsent: vi.fn(() => false),
    flush: vi.fn(async () => undefined),
    forget: vi.fn(async () => undefined),
  };
  const toasts: NewToast[] = [];
  const notify = (toast: NewToast) => void toasts.push(toast);
  const tabMessages: TabMessage[] = [];
  const tabs: TabChannel = { tell: (message) => void tabMessages.push(message), close: () => undefined };
  const remembered: (string | undefined)[] = [];
  const loadReceipt = receipt ?? (async () => ({ manager: "Mia Lopes", submission: "sb_7k2mq4" }));
  const addLock = vi.fn(async () => ({ type: "success" as const, title: "Added", message: "" }));
  const rememberKey = async ({ accessKey }: Session) => void remembered.push(accessKey);
  const actions = createActions({
    draft,
    sync,
    session,
    dictation,
    takes,
    notify,
    tabs,
    loadReceipt,
    hasThanks: async () => hasThanks,
    fetchTalk: async () => true,
    fetchDialog: async () => true,
    fetchDevices: async () => ({ addLock }),
    follow: () => undefined,
    rememberKey,
  });
  const dialog = () => actions.dialog.getState().open;
  const type = (text: string) => draft.dispatch({ type: "box-changed", questionId: "booking-process", text });
  const answers = () => draft.store.getState().draft.answers.written["booking-process"] ?? [];
  const left = () => until(() => session.getState().client === undefined);
  return {
    actions,
    answers,
    dialog,
    draft,
    items,
    left,
    remembered,
    sent,
    session,
    takes,
    toasts,
    tabMessages,
    type,
  };
}

/** Sets up a page with words in a box that are still being dictated. */
async function setUpDictating(text: string) {
  const dictation = { take: () => {} };
  const all = await setUp({ dictation });
  dictation.take = () => all.draft.takeBox("booking-process", "dictated");
  all.type(text);
  return all;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await settle();
}

let ended: (string | null)[] = [];

beforeEach(() => {
  speakEnglish();
  ended = [];
  vi.stubGlobal("fetch", async (address: string, { headers }: { headers: HeadersInit }) => {
    if (address !== "/v1/auth/logout") throw new Error(`Nobody expected ${address}`);
    ended.push(new Headers(headers).get("authorization"));
    return Response.json({ data: {} });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("after a submission", () => {
  test("the client is thanked, with what was sent and where it is", async () => {
    const { actions } = await setUp({ record: fullRecord() });
    await actions.submit();
    expect(actions.view.getState()).toEqual({
      open: "thanks",
      sent: {
        submittedAt: undefined,
        completed: 13,
        total: 13,
        recordings: 0,
        manager: "Mia Lopes",
        submission: "sb_7k2mq4",
      },
    });
  });

  test("if the thank-you page cannot be loaded, the client stays, and the toast says that everything arrived", async () => {
    const { actions, toasts } = await setUp({ hasThanks: false });
    await actions.submitAnyway();
    expect(actions.view.getState().open).toBe("section");
    expect(toasts.at(-1)).toMatchObject({ type: "success", title: "Submission Complete!" });
  });

  test("a server that sends no receipt in time is not waited for", async () => {
    const { actions } = await setUp({ receipt: () => new Promise(() => undefined) });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const submitted = actions.submitAnyway();
    await vi.advanceTimersByTimeAsync(1_500);
    await submitted;
    expect(actions.view.getState()).toMatchObject({ open: "thanks", sent: { completed: 0, total: 13 } });
    expect(actions.view.getState()).not.toHaveProperty("sent.submission");
  });

  test("that failed, the client stays on the same page, also after a save", async () => {
    const { actions } = await setUp({ outcomes: [failedResult("SERVER_ERROR", "No.", 500)] });
    await actions.submitAnyway();
    expect(actions.view.getState()).toEqual({ open: "section" });
    await actions.save();
    expect(actions.view.getState()).toEqual({ open: "section" });
  });

  test("the next step leads to the first question without an answer", async () => {
    const { "team-and-business-setup": without, ...record } = fullRecord();
    expect(without).toBeDefined();
    const { actions, draft } = await setUp({ record });
    await actions.submitAnyway();
    actions.openFirstOpen();
    expect(actions.view.getState()).toEqual({ open: "section", questionId: "team-description" });
    expect(draft.store.getState().draft.sectionId).toBe("business-snapshot");
  });
});

describe("Save", () => {
  test("reports that progress is saved, also when nothing was unsynced", async () => {
    const { actions, sent, toasts } = await setUp();
    expect(await actions.save()).toBe(true);
    expect(sent).toEqual(["save"]);
    expect(toasts).toEqual([SAVED]);
  });

  test("first makes an answer of the text in a box", async () => {
    const { actions, answers, type } = await setUp();
    type("By phone.");
    await actions.save();
    expect(answers()).toMatchObject([{ content: "By phone.", source: "typed" }]);
  });

  test("first ends dictation, whose words become a dictated answer", async () => {
    const { actions, answers } = await setUpDictating("By phone.");
    await actions.save();
    expect(answers()).toMatchObject([{ content: "By phone.", source: "dictated" }]);
  });

  test.for([
    ["Server error. Please try again later.", "Server error. Please try again later."],
    ["", "Failed to save your progress. Please try again."],
  ])("that fails with %j shows a readable message", async ([message = "", shown]) => {
    const { actions, toasts, dialog } = await setUp({
      outcomes: [failedResult("SERVER_ERROR", message, 500)],
    });
    expect(await actions.save()).toBe(false);
    expect(toasts).toEqual([{ type: "error", about: "sending", title: "Save Failed", message: shown }]);
    expect(dialog()).toBeUndefined();
  });

  test("that throws reports an unexpected error", async () => {
    const { actions, toasts } = await setUp({ outcomes: [new Error("a bug")] });
    expect(await actions.save()).toBe(false);
    expect(toasts).toEqual([
      {
        type: "error",
        about: "sending",
        title: "Save Failed",
        message: "An unexpected error occurred while saving. Please try again.",
      },
    ]);
  });
});

describe("Submit", () => {
  test("sends at once when everything is complete", async () => {
    const { actions, sent, toasts, dialog } = await setUp({ record: fullRecord() });
    await actions.submit();
    expect(sent).toEqual(["submit"]);
    expect(toasts).toEqual([SUBMITTED]);
    expect(dialog()).toBeUndefined();
  });

  test("first shows what is missing, and sends nothing", async () => {
    const { actions, sent, toasts, dialog } = await setUp();
    await actions.submit();
    expect(dialog()).toEqual({ kind: "missing" });
    expect([sent, toasts]).toEqual([[], []]);
  });

  test("counts the answer that is still in its box", async () => {
    const { "booking-process": _open, ...rest } = fullRecord();
    const { actions, sent, type } = await setUp({ record: rest });
    type("By phone.");
    await actions.submit();
    expect(sent).toEqual(["submit"]);
  });

  test("anyway closes the dialog and sends", async () => {
    const { actions, sent, toasts, dialog } = await setUp();
    await actions.submit();
    await actions.submitAnyway();
    expect(dialog()).toBeUndefined();
    expect(sent).toEqual(["submit"]);
    expect(toasts).toEqual([SUBMITTED]);
  });

  test.for([
    [failedResult("TIMEOUT", "Request timed out."), FAILED_TO_SUBMIT, "Request timed out."],
    [failedResult("X", ""), FAILED_TO_SUBMIT, ""],
    [new Error("a bug"), "An unexpected error occurred during submission. Please try again.", undefined],
  ] as const)("that fails shows a readable message with the reason", async ([outcome, message, detail]) => {
    const { actions, toasts } = await setUp({ outcomes: [outcome] });
    await actions.submitAnyway();
    const about = "sending";
    expect(toasts).toEqual([{ type: "error", about, title: "Submission Failed", message, detail }]);
  });
});

describe("a session that has ended", () => {
  const unauthorised = () => failedResult("UNAUTHORIZED", ENDED, 401);

  test("asks for the key over the page, and keeps everything on it", async () => {
    const { actions, toasts, dialog, session, type, answers } = await setUp({ outcomes: [unauthorised()] });
    type("By phone.");
    await actions.save();
    expect(toasts).toEqual([{ type: "error", about: "sending", title: "Save Failed", message: ENDED }]);
    expect(dialog()).toEqual({ kind: "key", reason: ENDED, unfinished: "save" });
    expect(session.getState()).toEqual({ ...NO_KEYS, client: CLIENT, accessToken: undefined });
    expect(answers()).toHaveLength(1);
  });

  test.for(["save", "submit"] as const)("then finishes the %s with the new token", async (kind) => {
    const { actions, remembered, sent, toasts, dialog, session } = await setUp({
      outcomes: [unauthorised()],
    });
    await (kind === "save" ? actions.save() : actions.submitAnyway());
    expect(dialog()).toMatchObject({ unfinished: kind });
    expect(actions.signInAgain({ ...ROSA, accessToken: "fhs_2" }, { accessKey: KEY }, kind)).toBe(true);
    // the key now opens the draft on this device, so the page can forget the key
    await until(() => session.getState().accessKey === undefined);
    expect(remembered).toEqual([KEY]);
    expect(session.getState()).toEqual({ ...NO_KEYS, client: CLIENT, accessToken: "fhs_2" });
    expect(dialog()).toBeUndefined();
    await until(() => toasts.length === 2);
    expect(toasts[1]).toEqual(kind === "save" ? SAVED : SUBMITTED);
    expect(sent).toEqual([kind, kind]);
  });

  test("does not accept another client's key, and ends the session that it opened", async () => {
    const { actions, sent, dialog, session } = await setUp({ outcomes: [unauthorised()] });
    await actions.save();
    const other = { accessToken: "fhs_9", clientId: "bela", clientName: "Bela" };
    expect(actions.signInAgain(other, { accessKey: KEY }, "save")).toBe(false);
    expect(ended).toEqual(["Bearer fhs_9"]);
    expect(session.getState()).toEqual({ ...NO_KEYS, client: CLIENT, accessToken: undefined });
    expect(dialog()).toMatchObject({ kind: "key" });
    expect(sent).toEqual(["save"]);
  });

  test("with its dialog dismissed, answers Save and Submit with Not Authenticated", async () => {
    const { actions, sent, toasts, dialog } = await setUp({ outcomes: [unauthorised()] });
    await actions.save();
    actions.closeDialog();
    expect(dialog()).toBeUndefined();
    expect(await actions.save()).toBe(false);
    await actions.submitAnyway();
    expect(toasts.slice(1)).toEqual([NOT_AUTHENTICATED, NOT_AUTHENTICATED]);
    expect(sent).toEqual(["save"]);
  });

  test("is not assumed for any other failure", async () => {
    const { actions, dialog, session } = await setUp({ outcomes: [failedResult("FORBIDDEN", "No.", 403)] });
    await actions.save();
    expect(dialog()).toBeUndefined();
    expect(session.getState().accessToken).toBe("fhs_1");
  });
});

describe("Logout", () => {
  const SIGNED_OUT = { ...NO_KEYS, client: undefined, accessToken: undefined, enteredKey: undefined };

  test("with everything synced signs out at once: session, token and device; the other tabs are notified", async () => {
    const { actions, session, items, left, tabMessages } = await setUp({ record: fullRecord() });
    await actions.logout();
    await left();
    expect(session.getState()).toEqual(SIGNED_OUT);
    expect(items.size).toBe(0);
    expect(ended).toEqual(["Bearer fhs_1"]);
    expect(tabMessages).toEqual([{ kind: "left" }]);
  });

  test("asks before it drops unsynced work, including text in a box", async () => {
    const { actions, dialog, session, items, type, tabMessages } = await setUp();
    type("By phone.");
    await actions.logout();
    expect(dialog()).toEqual({ kind: "logout" });
    expect(session.getState().accessToken).toBe("fhs_1");
    expect(items.size).toBe(3);
    expect(tabMessages).toEqual([]);
  });

  test("with the work dropped sends nothing and signs out", async () => {
    const { actions, session, sent, items, type } = await setUp();
    type("By phone.");
    await actions.logout();
    await actions.leave();
    expect(sent).toEqual([]);
    expect(session.getState()).toEqual(SIGNED_OUT);
    expect(items.size).toBe(0);
  });

  test("with the work saved first signs out after the save", async () => {
    const { actions, session, sent, toasts, type, left } = await setUp();
    type("By phone.");
    await actions.logout();
    await actions.saveAndLogOut();
    await left();
    expect(sent).toEqual(["save"]);
    expect(toasts).toEqual([SAVED]);
    expect(session.getState()).toEqual(SIGNED_OUT);
  });

  test("stays when that save fails", async () => {
    const { actions, session, dialog, items, type } = await setUp({
      outcomes: [failedResult("TIMEOUT", "Late.")],
    });
    type("By phone.");
    await actions.logout();
    await actions.saveAndLogOut();
    expect(dialog()).toBeUndefined();
    expect(session.getState().client?.id).toBe("rosa");
    expect(items.size).toBe(3);
  });

  test("does not call the server if the session has already ended", async () => {
    const { actions, session, left } = await setUp({ outcomes: [failedResult("UNAUTHORIZED", ENDED, 401)] });
    await actions.save();
    await actions.logout();
    await left();
    expect(session.getState()).toEqual(SIGNED_OUT);
    expect(ended).toEqual([]);
  });

  test("does not wait for a device that does not answer", async () => {
    const { actions, session, left } = await setUp({ journal: journalThatHangs() });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    void actions.logout();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(session.getState().client).toEqual(CLIENT);
    await vi.advanceTimersByTimeAsync(1);
    await left();
    expect(session.getState()).toEqual(SIGNED_OUT);
  });

  function journalThatHangs(): Journal {
    const never = () => new Promise<void>(() => undefined);
    const health = createStore(() => ({ isKept: true }));
    return {
      restored: [],
      asideCount: 0,
      health,
      note: () => {},
      flush: never,
      clear: never,
      release: () => {},
    };
  }
});

describe("when another tab of the client has logged out", () => {
  test("this one signs out too, with everything synced", async () => {
    const { actions, left, items, dialog } = await setUp({ record: fullRecord() });
    actions.leaveIfSynced();
    await left();
    expect(items.size).toBe(0);
    expect(dialog()).toBeUndefined();
  });

  test("this one signs out too with a blank box", async () => {
    const { actions, left, type } = await setUp();
    type(" \n");
    actions.leaveIfSynced();
    await left();
  });

  type Draft = Awaited<ReturnType<typeof setUp>>["draft"];

  test.for([
    ["unsynced work", (draft: Draft) => draft.dispatch(websiteEntered({ url: "rosa.example" }))],
    [
      "text in a box",
      (draft: Draft) => draft.dispatch({ type: "box-changed", questionId: "growth-vision", text: "H" }),
    ],
    ["an open edit", (draft: Draft) => draft.dispatch({ type: "edit-changed", id: "a", text: "" })],
  ] as const)("this one stays with %s, and keeps it", async ([, work]) => {
    const { actions, draft, session, tabMessages, items } = await setUp();
    work(draft);
    const before = draft.store.getState();
    actions.leaveIfSynced();
    await settle();
    expect(session.getState()).toMatchObject({ client: CLIENT, accessToken: "fhs_1" });
    expect(draft.store.getState()).toBe(before);
    expect([tabMessages, ended, items.size]).toEqual([[], [], 3]);
  });
});

describe("a session that a quiet save found to have ended", () => {
  const error = { code: "UNAUTHORIZED", message: ENDED, status: 401 };
  const ASKED = { kind: "key", reason: ENDED, unfinished: "save" };
  const REST_MS = 1_500;

  /** Ends a session by a failed quiet save, with a fake clock from that moment on. */
  async function endQuietly() {
    const all = await setUp();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    all.type("By");
    all.actions.askForKeyAtRest(error);
    return all;
  }

  test("is ended at once, without a toast", async () => {
    const { session, toasts } = await endQuietly();
    expect(session.getState()).toEqual({ ...NO_KEYS, client: CLIENT, accessToken: undefined });
    expect(toasts).toEqual([]);
  });

  test("asks for the key once the client stops typing", async () => {
    const { dialog, type, draft } = await endQuietly();
    for (const text of ["By p", "By ph", "By pho", "By phon", "By phone"]) {
      vi.advanceTimersByTime(REST_MS - 1);
      expect(dialog()).toBeUndefined();
      type(text);
    }
    vi.advanceTimersByTime(REST_MS - 1);
    expect(dialog()).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(dialog()).toEqual(ASKED);
    expect(draft.store.getState().draft.boxes).toEqual({ "booking-process": "By phone" });
  });

  test("asks once", async () => {
    const { dialog, actions, type } = await endQuietly();
    vi.advanceTimersByTime(REST_MS);
    expect(dialog()).toEqual(ASKED);
    actions.closeDialog();
    type("By phone");
    vi.advanceTimersByTime(60_000);
    expect(dialog()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not ask over another dialog", async () => {
    const { dialog, actions } = await endQuietly();
    await actions.submit();
    vi.advanceTimersByTime(60_000);
    expect(dialog()).toEqual({ kind: "missing" });
  });

  test("does not ask if the client has already come back with the key", async () => {
    const { dialog, actions } = await endQuietly();
    actions.askForKey();
    expect(dialog()).toMatchObject({ kind: "key", unfinished: "save" });
    actions.signInAgain(ROSA, { accessKey: KEY }, "save");
    vi.advanceTimersByTime(60_000);
    expect(dialog()).toBeUndefined();
  });
});

describe("Done of a helper", () => {
  test("saves, then reports it, and opens no page of thanks", async () => {
    const { actions, sent, toasts } = await setUp();
    expect(await actions.finishHelping()).toBe(true);
    expect(sent).toEqual(["save", "submit"]);
    expect(toasts).toEqual([SAVED]);
    expect(actions.view.getState()).toEqual({ open: "section" });
  });

  test("says why it was not reported, although everything is saved", async () => {
    const refused = failedResult("SERVER_ERROR", "Try again later.", 500);
    const { actions, toasts } = await setUp({
      outcomes: [{ ok: true, data: {} }, refused],
    });
    expect(await actions.finishHelping()).toBe(false);
    expect(toasts).toMatchObject([
      SAVED,
      { type: "error", title: "Submission Failed", detail: "Try again later." },
    ]);
  });

  test("reports nothing that is not saved", async () => {
    const { actions, sent, toasts } = await setUp({ outcomes: [new Error("away")] });
    expect(await actions.finishHelping()).toBe(false);
    expect(sent).toEqual(["save"]);
    expect(toasts).toMatchObject([{ type: "error", title: "Save Failed" }]);
  });
});

test("opening a section closes the dialog and adds the open boxes", async () => {
  const { actions, answers, dialog, draft, type } = await setUp();
  await actions.submit();
  type("By phone.");
  actions.openSection("website");
  expect(dialog()).toBeUndefined();
  expect(draft.store.getState().draft.sectionId).toBe("website");
  expect(answers()).toHaveLength(1);
});

describe("Review", () => {
  test("opens in place of the section, and closes any layer over it", async () => {
    const { actions, dialog, draft } = await setUp();
    await actions.submit();
    actions.openReview();
    expect(actions.view.getState()).toEqual({ open: "review" });
    expect(dialog()).toBeUndefined();
    expect(draft.store.getState().draft.sectionId).toBe("business-snapshot");
  });

  test("closes for the section that is opened", async () => {
    const { actions } = await setUp();
    actions.openReview();
    actions.openSection("business-snapshot");
    expect(actions.view.getState()).toEqual({ open: "section" });
  });

  test("does not make an answer of half a sentence, nor does its link to a question", async () => {
    const { actions, answers, draft, type } = await setUp();
    type("By ph");
    actions.openReview();
    actions.openQuestion("booking-process");
    expect(actions.view.getState()).toEqual({
      open: "section",
      questionId: "booking-process",
      isFromReview: true,
    });
    expect(draft.store.getState().draft).toMatchObject({
      sectionId: "leads-booking",
      boxes: { "booking-process": "By ph" },
    });
    expect(answers()).toEqual([]);
  });

  test("ends dictation, whose words become an answer", async () => {
    const { actions, answers } = await setUpDictating("By phone.");
    actions.openReview();
    expect(answers()).toMatchObject([{ content: "By phone.", source: "dictated" }]);
  });

  test("leads to no unknown question", async () => {
    const { actions } = await setUp();
    actions.openReview();
    actions.openQuestion("no-such-question");
    expect(actions.view.getState()).toEqual({ open: "review" });
  });
});

describe("recordings", () => {
  test("in progress become answers before a save, a submission, or the logout question", async () => {
    const { actions, sent, takes, draft, dialog } = await setUp();
    const order: string[] = [];
    takes.finish.mockImplementation(async () => {
      order.push(`after ${sent.length} saves`);
      draft.dispatch(websiteEntered({ url: `rosa-${order.length}.example` }));
    });
    await actions.save();
    await actions.submitAnyway();
    await actions.logout();
    expect(order).toEqual(["after 0 saves", "after 1 saves", "after 2 saves"]);
    expect(dialog()).toEqual({ kind: "logout" });
  });

  test("in progress are finished when another section, question or the review is opened", async () => {
    const { actions, takes } = await setUp();
    actions.openSection("website");
    actions.openReview();
    expect(takes.finish).toHaveBeenCalledTimes(2);
  });

  test("that the server does not have are handled like unsaved answers at logout", async () => {
    const { actions, dialog, takes, session } = await setUp({ record: fullRecord() });
    takes.hasUnsent.mockReturnValue(true);
    await actions.logout();
    expect(dialog()).toEqual({ kind: "logout" });
    actions.leaveIfSynced();
    expect(session.getState().client).toBeDefined();
  });

  test("are sent by Save and log out, which then leaves nothing of them on the device", async () => {
    const { actions, left, takes } = await setUp({ record: fullRecord() });
    takes.hasUnsent.mockReturnValue(true);
    takes.flush.mockImplementation(async () => {
      takes.hasUnsent.mockReturnValue(false);
    });
    await actions.saveAndLogOut();
    await left();
    expect(takes.forget).toHaveBeenCalledOnce();
  });
});

describe("Logout with an open edit", () => {
  const record = { "booking-process": { responses: [{ id: "a", content: "By phone." }] } };

  test("asks, and the new words can be saved", async () => {
    const { actions, answers, dialog, draft } = await setUp({ record });
    draft.dispatch({ type: "edit-changed", id: "a", text: "By phone and mail." });
    await actions.logout();
    expect(dialog()).toEqual({ kind: "logout" });
    expect(answers()).toMatchObject([{ content: "By phone and mail." }]);
  });

  test("without changes does not ask", async () => {
    const { actions, draft, left, dialog } = await setUp({ record });
    draft.dispatch({ type: "edit-changed", id: "a", text: "By phone." });
    await actions.logout();
    await left();
    expect(dialog()).toBeUndefined();
  });
});

test("changes made during Save and log out are asked about again", async () => {
  const { actions, dialog, draft, session, takes } = await setUp();
  draft.dispatch(websiteEntered({ url: "rosa.example" }));
  // happens after the save, while recordings are still being sent
  takes.flush.mockImplementation(async () => {
    draft.dispatch(websiteEntered({ url: "rosas-bakery.example" }));
  });
  await actions.saveAndLogOut();
  expect(dialog()).toEqual({ kind: "logout" });
  expect(session.getState().client).toBeDefined();
});
