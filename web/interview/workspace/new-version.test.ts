import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { speakEnglish } from "../../../tests/support/fakes/speak-english.ts";
import { loadInterview } from "../../api/firsthand-api.ts";
import { newDraft } from "../../draft/draft.ts";
import type { DraftState } from "../../draft/draft-store.ts";
import type { Interviews } from "../../language/interviews.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";
import { followVersions } from "./new-version.ts";

const OLD: Interviews = { en: "h1", es: "h2" };
const NEW: Interviews = { en: "h3", es: "h4" };
const RENEWED: Interview = { sections: builtInInterview.sections.slice(1) };

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page that shows the old version, and a server that has the new one. */
function setUp() {
  const entered = newDraft(builtInInterview);
  const store = createStore(
    () =>
      ({
        interview: builtInInterview,
        hashes: OLD,
        draft: entered,
        isUnsynced: false,
      }) as unknown as DraftState,
  );
  const fetch = vi.fn(async (_address: string) =>
    Response.json({ data: { interview: RENEWED, hash: "h3" } }),
  );
  vi.stubGlobal("fetch", fetch);
  const page = { isMicrophoneOn: false, focused: undefined as string | undefined };
  const toasts: NewToast[] = [];
  const renewed: Interviews[] = [];
  const translate = vi.fn((interview: Interview, hashes?: Interviews) =>
    store.setState({ interview, hashes }),
  );
  const versions = followVersions({
    loadInterview,
    draft: { store, translate },
    sync: {
      async renew({ definition, hashes }, isTime) {
        if (!isTime()) return false;
        expect(definition).toEqual(RENEWED);
        store.setState({ interview: definition, hashes });
        renewed.push(hashes ?? {});
        return true;
      },
    },
    isMicrophoneOn: () => page.isMicrophoneOn,
    findFocused: () => page.focused,
    notify: (toast) => void toasts.push(toast),
  });
  return { store, fetch, page, toasts, renewed, translate, versions };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a version that the server names", () => {
  test("is loaded by its hash, shown, and announced once", async () => {
    const { versions, fetch, renewed, toasts } = setUp();
    versions.tell(NEW);
    versions.tell(NEW);
    await settled();
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(["/v1/interview?hash=h3"]);
    expect(renewed).toEqual([NEW]);
    expect(toasts).toEqual([
      {
        type: "info",
        title: "Your questions were updated",
        message: "Everything you answered is still saved.",
      },
    ]);
    versions.tell(NEW);
    versions.look();
    await settled();
    expect(renewed).toHaveLength(1);
  });

  test("is ignored if the page already shows it", async () => {
    const { versions, fetch } = setUp();
    versions.tell({ es: "h2", en: "h1" });
    await settled();
    expect(fetch).not.toHaveBeenCalled();
  });

  test("changes nothing on the page if it differs only in another language", async () => {
    const { versions, fetch, translate, toasts, store } = setUp();
    versions.tell({ en: "h1", es: "h9" });
    await settled();
    expect([fetch.mock.calls.length, translate.mock.calls.length, toasts.length]).toEqual([0, 1, 0]);
    expect(store.getState().hashes).toEqual({ en: "h1", es: "h9" });
  });

  test("that is replaced before it could be shown is not shown", async () => {
    const { versions, page, renewed } = setUp();
    page.isMicrophoneOn = true;
    versions.tell(NEW);
    versions.tell(OLD);
    page.isMicrophoneOn = false;
    versions.look();
    await settled();
    expect(renewed).toEqual([]);
  });
});

describe("it waits", () => {
  const entered = newDraft(builtInInterview);
  test.for([
    ["while words stand in a box", { draft: { ...entered, boxes: { "booking-process": "By" } } }],
    ["while an answer is being edited", { draft: { ...entered, edits: { a: "words" } } }],
    ["while a save is under way", { draft: { ...entered, unfinished: {} } }],
    ["while something is not saved", { isUnsynced: true }],
  ] as const)("%s", async ([, state]) => {
    const { versions, store, fetch, renewed } = setUp();
    const before = store.getState();
    store.setState(state as unknown as DraftState);
    versions.tell(NEW);
    await settled();
    expect(fetch).not.toHaveBeenCalled();
    store.setState(before);
    versions.look();
    await settled();
    expect(renewed).toEqual([NEW]);
  });

  test("while the microphone is on", async () => {
    const { versions, page, renewed } = setUp();
    page.isMicrophoneOn = true;
    versions.tell(NEW);
    await settled();
    page.isMicrophoneOn = false;
    versions.look();
    await settled();
    expect(renewed).toEqual([NEW]);
  });

  test("while a removed question has the focus, and not for one that stays", async () => {
    const { versions, page, renewed } = setUp();
    page.focused = "team-description";
    versions.tell(NEW);
    await settled();
    expect(renewed).toEqual([]);
    page.focused = "booking-process";
    versions.look();
    await settled();
    expect(renewed).toEqual([NEW]);
  });

  test("for the connection", async () => {
    const { versions, fetch, renewed } = setUp();
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    versions.tell(NEW);
    await settled();
    expect(renewed).toEqual([]);
    versions.look();
    await settled();
    expect(renewed).toEqual([NEW]);
  });
});
