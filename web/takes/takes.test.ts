import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { newIndexedDb, storedRows } from "../../tests/support/fakes/fake-indexed-db.ts";
import { fakeLocks } from "../../tests/support/fakes/fake-locks.ts";
import { fakeMicrophone } from "../../tests/support/fakes/fake-recorder.ts";
import { fakeServer } from "../../tests/support/fakes/fake-server.ts";
import { fakeTakes } from "../../tests/support/fakes/fake-takes.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { loadRecord } from "../api/firsthand-api.ts";
import { failedResult, type Result } from "../api/result.ts";
import { openDraft } from "../draft/draft-store.ts";
import { openDraftOnDevice } from "../draft/on-device.ts";
import { createSync } from "../draft/sync.ts";
import { toBase64Url } from "../draft/vault.ts";
import { createSession, signIn } from "../session/session.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";
import { keepTakes } from "./kept-takes.ts";
import { openTakes } from "./takes.ts";

const TEAM = "team-description";
const ENTRY = "team-and-business-setup";
const ROSA = {
  accessToken: "fhs_1",
  clientId: "rosa",
  clientName: "Rosa",
  draftKey: toBase64Url(new Uint8Array(32).fill(1)),
};
const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
};

let takes: ReturnType<typeof fakeTakes>;
let server: ReturnType<typeof fakeServer>;
let browser: ReturnType<typeof fakeLocks>;
let count = 0;
const closing: (() => void)[] = [];

/** A page of the client on a device that keeps its data. */
async function openPage({ isOffline = false, offer = "transcribed" as "none" | "transcribed" } = {}) {
  const locks = browser.openPage();
  vi.stubGlobal("navigator", { locks: locks.manager });
  const client = { id: ROSA.clientId, name: ROSA.clientName };
  const { draftKey } = ROSA;
  const device = await openDraftOnDevice({ interview: builtInInterview, client, draftKey, accessKey: "k" });
  const loaded = isOffline ? undefined : await loadRecord("fhs_1", builtInInterview, { withTimes: true });
  const newId = () => `id-${++count}`;
  const draft = await openDraft({
    interview: builtInInterview,
    items: device.items,
    journal: device.journal,
    loaded: loaded?.ok ? loaded.data : undefined,
    clock: Date.now,
    newId,
  });
  const session = createSession();
  signIn(session, ROSA, { accessKey: "k" });
  let token: Result<string> = { ok: true, data: "fhs_1" };
  const findToken = async () => token;
  const sync = createSync({
    seenAsk: () => undefined,
    draft,
    findToken,
    alone: (act) => act(),
    onMerged: () => undefined,
    onSaved: () => undefined,
    isOffline,
    wait: async () => undefined,
    random: () => 0,
  });
  const microphone = fakeMicrophone();
  const toasts: NewToast[] = [];
  const page = {
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    window: new EventTarget(),
  };
  const opened = openTakes({
    draft,
    kept: keepTakes(device),
    openMicrophone: microphone.open,
    offer,
    providerName: "Brightside",
    session,
    findToken,
    timers,
    clock: Date.now,
    random: () => 0.5,
    newId,
    page: page as unknown as { document: Document; window: Window },
    notify: (toast) => void toasts.push(toast),
    onSignedOut: () => undefined,
    silenceOthers: () => undefined,
  });
  closing.push(() => void opened.close());
  const answers = () => draft.store.getState().draft.answers.written[TEAM] ?? [];
  return {
    ...opened,
    draft,
    sync,
    microphone,
    toasts,
    answers,
    hide() {
      page.document.visibilityState = "hidden";
      page.document.dispatchEvent(new Event("visibilitychange"));
    },
    tell: (name: string) => page.window.dispatchEvent(new Event(name)),
    goOffline: () => {
      token = failedResult("CONNECTION_ERROR", "No connection");
    },
    goOnline: () => {
      token = { ok: true, data: "fhs_1" };
    },
    /** Kills the browser: nothing more happens on this page. */
    async kill() {
      await draft.journal?.flush();
      token = failedResult("CONNECTION_ERROR", "The page is gone");
      locks.end();
    },
    async record(...chunks: string[]) {
      await opened.recording?.start(TEAM);
      for (const chunk of chunks) microphone.hear(chunk);
      await opened.recording?.stop();
      return answers().at(-1)?.id ?? "";
    },
  };
}

type Page = Awaited<ReturnType<typeof openPage>>;
const takeRows = async () => (await storedRows("takes")).length;
const until = (claim: () => void | Promise<void>) => vi.waitFor(claim, { timeout: 5_000 });
const onServer = (id: string) => until(() => expect(takes.takeOf(id)?.state).toBe("queued"));

beforeEach(() => {
  speakEnglish();
  newIndexedDb();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  takes = fakeTakes();
  server = fakeServer({ takes });
  browser = fakeLocks();
  count = 0;
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllGlobals();
});

describe("a stopped take", () => {
  test("is an answer at once, without words, with the take's own id, and the box keeps its text", async () => {
    const page = await openPage();
    page.draft.dispatch({ type: "box-changed", questionId: TEAM, text: "half a sentence" });
    await page.recording?.start(TEAM);
    page.microphone.hear("sound");
    expect(page.hasUnsent()).toBe(true);
    await page.recording?.stop();
    expect(page.answers()).toMatchObject([{ type: "audio", content: "", id: "id-1" }]);
    expect(page.answers()[0]).not.toHaveProperty("source");
    expect(page.draft.store.getState().draft.boxes[TEAM]).toBe("half a sentence");
    expect(page.draft.store.getState().completion.complete).toContain(TEAM);
  });

  test("is sent to the server automatically, and its words come back into the answer", async () => {
    const page = await openPage();
    const id = await page.record("two ", "of us");
    await onServer(id);
    expect(takes.soundOf(id)).toBe("two of us");
    expect(page.hasUnsent()).toBe(false);
    takes.tell(id, "transcribed", { transcript: "Two of us.", isPlayable: true });
    await until(() => expect(page.answers()).toMatchObject([{ content: "Two of us." }]));
  });

  test("leaves the device when the server can play it and has the answer, not before", async () => {
    const page = await openPage();
    const id = await page.record("sound");
    await onServer(id);
    takes.tell(id, "transcribed", { transcript: "Two of us.", isPlayable: true });
    await until(() => expect(page.answers()).toMatchObject([{ content: "Two of us." }]));
    expect(await takeRows()).toBeGreaterThan(0);
    await page.sync.save("save");
    await until(async () => expect(await takeRows()).toBe(0));
    expect(server.record()).toMatchObject({ [ENTRY]: { responses: [{ id, type: "audio" }] } });
  });

  test("that is refused can be played until its answer is deleted", async () => {
    const page = await openPage();
    const id = await page.record("sound");
    await onServer(id);
    takes.tell(id, "refused");
    await page.sync.save("save");
    await until(() => expect(page.outcomes.getState()[id]).toBe("refused"));
    expect(await (await soundOf(page, id)).text()).toBe("sound");
    page.draft.dispatch({ type: "answer-deleted", questionId: TEAM, id });
    page.draft.dispatch({ type: "section-opened", sectionId: "website" });
    await page.sync.save("save");
    await until(async () => expect(await takeRows()).toBe(0));
  });
});

async function soundOf(page: Page, id: string): Promise<Blob> {
  const heard = await page.listen(id);
  if (!heard.ok) throw new Error(heard.error.code);
  return heard.data;
}

describe("its audio", () => {
  test("is on the device while it is there, and then on the server", async () => {
    const page = await openPage();
    page.goOffline();
    const id = await page.record("sound");
    expect((await soundOf(page, id)).type).toBe("audio/webm;codecs=opus");
    page.goOnline();
    page.tell("online");
    await onServer(id);
    takes.tell(id, "transcribed", { transcript: "Two of us.", isPlayable: true });
    await until(() => expect(page.answers()).toMatchObject([{ content: "Two of us." }]));
    await page.sync.save("save");
    await until(async () => expect(await takeRows()).toBe(0));
    expect((await soundOf(page, id)).type).toBe("audio/mp4");
  });
});

describe("a page that is killed while recording", () => {
  test("has kept the speech, which is an answer at the next sign-in, with a notice", async () => {
    const killed = await openPage();
    await killed.recording?.start(TEAM);
    for (const chunk of ["one ", "two ", "three"]) killed.microphone.hear(chunk);
    await until(async () => expect(await takeRows()).toBe(4));
    await killed.kill();
    const page = await openPage();
    await until(() => expect(page.answers()).toMatchObject([{ type: "audio", content: "" }]));
    expect(page.toasts).toMatchObject([{ title: "We saved 2 sec of your last recording" }]);
    const id = page.answers()[0]?.id ?? "";
    await onServer(id);
    expect(takes.soundOf(id)).toBe("one two three");
  });

  test("has it once, however often and in however many tabs the client signs in", async () => {
    const killed = await openPage();
    await killed.recording?.start(TEAM);
    killed.microphone.hear("one");
    await until(async () => expect(await takeRows()).toBe(2));
    await killed.kill();
    const [one, two] = [await openPage(), await openPage()];
    await until(() => expect([...one.answers(), ...two.answers()]).toHaveLength(1));
    const third = await openPage();
    await third.sync.save("save");
    expect([...one.toasts, ...two.toasts, ...third.toasts]).toHaveLength(1);
    expect(third.answers()).toHaveLength(0);
  });
});

describe("a page that is killed after the stop", () => {
  test("offline has its answer and its audio again, each once, and sends them", async () => {
    const killed = await openPage();
    killed.goOffline();
    const id = await killed.record("sound");
    await until(async () => expect(await takeRows()).toBe(2));
    await killed.kill();
    const page = await openPage();
    await onServer(id);
    expect(page.answers()).toHaveLength(1);
    expect(page.toasts).toEqual([]);
  });

  test("leaves no take behind that comes back after its answer was deleted", async () => {
    const killed = await openPage();
    killed.goOffline();
    const id = await killed.record("sound");
    // the device has stored the deletion of the answer, but has not erased the take
    await until(async () => expect(await takeRows()).toBe(2));
    await killed.draft.journal?.flush();
    killed.draft.dispatch({ type: "answer-deleted", questionId: TEAM, id });
    await killed.kill();
    const page = await openPage();
    await page.sync.save("save");
    expect(page.answers()).toEqual([]);
  });
});

test("another tab continues with the audio of a closed tab", async () => {
  const one = await openPage();
  takes.meet("no connection");
  const id = await one.record("sound");
  await one.sync.save("save");
  const two = await openPage();
  await until(() => expect(two.answers()).toHaveLength(1));
  expect(takes.takeOf(id)).toBeUndefined();
  await one.close();
  await onServer(id);
});

describe("deleting the answer", () => {
  test("before it was ever saved leaves nothing on device and server", async () => {
    const page = await openPage();
    const id = await page.record("sound");
    await onServer(id);
    await until(async () => expect(await takeRows()).toBe(2));
    await page.draft.journal?.flush();
    page.draft.dispatch({ type: "answer-deleted", questionId: TEAM, id });
    page.draft.dispatch({ type: "section-opened", sectionId: "website" });
    await until(async () => expect(await takeRows()).toBe(0));
    await until(() => expect(takes.calls).toContain(`DELETE ${id}`));
  });

  test("leaves the audio in place as long as it can be undone", async () => {
    const page = await openPage();
    const id = await page.record("sound");
    await onServer(id);
    await until(async () => expect(await takeRows()).toBe(2));
    await page.draft.journal?.flush();
    page.draft.dispatch({ type: "answer-deleted", questionId: TEAM, id });
    await page.sync.save("save");
    page.draft.dispatch({ type: "answer-restored", id });
    await page.sync.save("save");
    page.draft.dispatch({ type: "section-opened", sectionId: "website" });
    await page.draft.journal?.flush();
    expect(await takeRows()).toBe(2);
    expect(takes.calls).not.toContain(`DELETE ${id}`);
    expect(page.answers()).toHaveLength(1);
  });

  test("named in the record leaves the audio to the server", async () => {
    const page = await openPage();
    const id = await page.record("sound");
    await onServer(id);
    await page.sync.save("save");
    takes.tell(id, "transcribed", { transcript: "Two of us.", isPlayable: true });
    await until(async () => expect(await takeRows()).toBe(0));
    page.draft.dispatch({ type: "answer-deleted", questionId: TEAM, id });
    await page.sync.save("save");
    expect(takes.calls).not.toContain(`DELETE ${id}`);
  });
});

describe("recording ends with an answer", () => {
  test.for(["hide", "finish"] as const)("on %s", async (act) => {
    const page = await openPage();
    await page.recording?.start(TEAM);
    page.microphone.hear("sound");
    await page[act]();
    await until(() => expect(page.answers()).toHaveLength(1));
    expect(page.microphone.isOn()).toBe(false);
  });
});

describe("trying again", () => {
  test("transcribes a take once more that the engine failed on", async () => {
    const page = await openPage();
    const id = await page.record("sound");
    await onServer(id);
    takes.tell(id, "failed");
    await until(() => expect(page.outcomes.getState()[id]).toBe("failed"));
    takes.meet("no connection");
    await page.retry(id);
    expect(page.toasts).toMatchObject([{ type: "error", title: "That didn’t work" }]);
    await page.retry(id);
    expect(page.outcomes.getState()[id]).toBe("queued");
    takes.tell(id, "transcribed", { transcript: "Two of us." });
    await until(() => expect(page.answers()).toMatchObject([{ content: "Two of us." }]));
  });
});

test("logging out leaves no take on the device", async () => {
  const page = await openPage();
  page.goOffline();
  await page.record("sound");
  await until(async () => expect(await takeRows()).toBe(2));
  await page.forget();
  expect(await takeRows()).toBe(0);
});

test("a provider without recordings offers none, and typed words stay where they are", async () => {
  const page = await openPage({ offer: "none" });
  expect(page.recording).toBeUndefined();
  expect(page.privacy).toBe("");
  expect(page.hasUnsent()).toBe(false);
});
