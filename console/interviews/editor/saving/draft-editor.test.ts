import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DraftCard, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { ShownDraft } from "#contract/manage/interviews.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { createDraftEditor, type EditorPeers } from "./draft-editor.ts";
import type { KeptDraft } from "./kept-draft.ts";

const card = (title: string): DraftCard => ({
  kind: "free-answer",
  id: "q-1",
  entry: "one",
  title,
  prompt: "What?",
  sample: "This.",
});
const draftOf = (title: string): InterviewDraft => ({
  format: 1,
  languages: ["en"],
  sections: [{ id: "s-1", name: "S", minutes: 5, description: "S", questions: [card(title)] }],
});
const shownOf = (title: string, revision: string): ShownDraft => ({
  interview: draftOf(title),
  revision,
  basedOn: 1,
  changedAt: null,
  changedByName: "Kit",
  entryNames: {},
  askedQuestions: [],
});
const titled = (title: string) => ({ type: "card-changed", card: card(title) }) as const;

/** A server that refuses a save based on another revision than the stored one. */
function server() {
  let stored = shownOf("Start", "0");
  let kept: KeptDraft | undefined;
  const fault: { error?: Error } = {};
  const peers: EditorPeers = {
    async save(interview, revision) {
      if (fault.error) throw fault.error;
      if (revision !== stored.revision) throw new CallFailure("INTERVIEW_DRAFT_CHANGED", "", { status: 409 });
      stored = { ...stored, interview, revision: String(Number(revision) + 1) };
      return { revision: stored.revision };
    },
    read: async () => stored,
    keep(draft) {
      kept = draft;
    },
    clock: Date.now,
  };
  return {
    peers,
    fault,
    title: () => stored.interview.sections[0]?.questions[0]?.title,
    kept: () => kept,
    /** Saves as another manager. */
    change: (title: string) => {
      stored = { ...shownOf(title, String(Number(stored.revision) + 1)) };
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = (kept?: KeptDraft) => {
  const peer = server();
  const editor = createDraftEditor(shownOf("Start", "0"), peer.peers, { kept });
  const state = () => editor.store.getState();
  const title = () => state().history.present.sections[0]?.questions[0]?.title;
  return { ...peer, editor, state, shown: title };
};

test("typed text is saved after a second without typing", async () => {
  const { editor, title, kept, state } = opened();
  editor.edit(titled("A"), "title");
  await vi.advanceTimersByTimeAsync(900);
  editor.edit(titled("AB"), "title");
  await vi.advanceTimersByTimeAsync(900);
  expect(title()).toBe("Start");
  expect(kept()).toMatchObject({ revision: "0" });
  await vi.advanceTimersByTimeAsync(200);
  expect(title()).toBe("AB");
  expect(state()).toMatchObject({ saving: { state: "saved" }, revision: "1" });
  expect(kept()).toBeUndefined();
});

test("text typed during a save is saved after it", async () => {
  const { editor, title } = opened();
  editor.edit(titled("A"));
  const flushed = editor.flush();
  editor.edit(titled("B"));
  expect(await flushed).toBe(true);
  expect(title()).toBe("B");
});

describe("undo", () => {
  test("takes back words typed in one go as one step, and brings them back", async () => {
    const { editor, shown, title } = opened();
    editor.edit(titled("A"), "title");
    editor.edit(titled("AB"), "title");
    await vi.advanceTimersByTimeAsync(2_000);
    editor.edit(titled("ABC"), "title");
    editor.undo();
    expect(shown()).toBe("AB");
    editor.undo();
    expect(shown()).toBe("Start");
    editor.undo();
    editor.redo();
    editor.redo();
    editor.redo();
    expect(shown()).toBe("ABC");
    editor.undo();
    editor.edit(titled("X"));
    editor.redo();
    expect(shown()).toBe("X");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(title()).toBe("X");
  });

  test("goes back at most a hundred steps", async () => {
    const { editor, shown } = opened();
    for (let step = 0; step < 150; step++) editor.edit(titled(`Step ${step}`));
    for (let step = 0; step < 150; step++) editor.undo();
    expect(shown()).toBe("Step 49");
  });
});

describe("without a connection", () => {
  test("typed text is kept on the device and saved later", async () => {
    const { editor, fault, kept, state, title } = opened();
    fault.error = new CallFailure("NETWORK", "Offline");
    editor.edit(titled("A"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state().saving).toMatchObject({ state: "offline" });
    expect(kept()).toMatchObject({ interview: draftOf("A"), revision: "0" });
    delete fault.error;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(title()).toBe("A");
    expect(kept()).toBeUndefined();
  });

  test("a refusal is shown, and the save is tried again", async () => {
    const { editor, fault, state, title } = opened();
    fault.error = new CallFailure("VALIDATION_ERROR", "Wrong", { status: 422 });
    editor.edit(titled("A"));
    expect(await editor.flush()).toBe(false);
    expect(state().saving).toMatchObject({ state: "failed", error: { message: "Wrong" } });
    delete fault.error;
    expect(await editor.flush()).toBe(true);
    expect(title()).toBe("A");
  });

  test("text kept when the page closed is saved by the next page", async () => {
    const { title, shown, kept } = opened({ interview: draftOf("Kept"), revision: "0" });
    expect(shown()).toBe("Kept");
    await vi.advanceTimersByTimeAsync(10);
    expect(title()).toBe("Kept");
    expect(kept()).toBeUndefined();
  });
});

describe("a save whose answer was lost", () => {
  test("is recognized as the author's own save, not another author's", async () => {
    const { editor, change, fault, state, title } = opened();
    fault.error = new CallFailure("NETWORK", "Offline");
    editor.edit(titled("A"));
    await editor.flush();
    // the server stored the save although its answer was lost
    change("A");
    delete fault.error;
    editor.edit(titled("AB"));
    expect(await editor.flush()).toBe(true);
    expect(title()).toBe("AB");
    expect(state().saving).toEqual({ state: "saved" });
  });

  test("is also recognized from the copy on the device", async () => {
    const peer = server();
    peer.change("A");
    const kept = { interview: draftOf("A"), revision: "0" };
    const editor = createDraftEditor(shownOf("A", "1"), peer.peers, { kept });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(editor.store.getState().saving).toEqual({ state: "saved" });
    editor.edit(titled("AB"));
    expect(await editor.flush()).toBe(true);
    expect(peer.title()).toBe("AB");
  });
});

test("a closing page saves once more, and does not try again", async () => {
  const { editor, fault, title, kept } = opened();
  editor.edit(titled("A"));
  void editor.stop();
  await vi.advanceTimersByTimeAsync(10);
  expect(title()).toBe("A");
  fault.error = new CallFailure("NETWORK", "Offline");
  editor.edit(titled("AB"));
  void editor.stop();
  delete fault.error;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(title()).toBe("A");
  expect(kept()).toMatchObject({ interview: draftOf("AB") });
  editor.start();
  await vi.advanceTimersByTimeAsync(10);
  expect(title()).toBe("AB");
});

describe("a draft that another author has changed", () => {
  async function collided() {
    const all = opened();
    all.change("Theirs");
    all.editor.edit(titled("Mine"));
    await all.editor.flush();
    expect(all.state().saving).toMatchObject({ state: "conflict", theirs: { changedByName: "Kit" } });
    return all;
  }

  test("is not overwritten, and no text of the author is lost", async () => {
    const { editor, title, kept, shown } = await collided();
    editor.edit(titled("Mine too"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([title(), shown()]).toEqual(["Theirs", "Mine too"]);
    expect(kept()).toMatchObject({ interview: draftOf("Mine too") });
  });

  test("is replaced by the author's own version on request", async () => {
    const { editor, title, state } = await collided();
    await editor.keepMine();
    expect(title()).toBe("Mine");
    expect(state().saving.state).toBe("saved");
  });

  test("replaces the author's own version on request, and undo brings that back", async () => {
    const { editor, title, shown, kept } = await collided();
    editor.takeTheirs();
    expect([title(), shown()]).toEqual(["Theirs", "Theirs"]);
    expect(kept()).toBeUndefined();
    editor.undo();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(title()).toBe("Mine");
  });

  test("is also detected from the copy kept on the device", async () => {
    const peer = server();
    peer.change("Theirs");
    const editor = createDraftEditor(shownOf("Theirs", "1"), peer.peers, {
      kept: { interview: draftOf("Kept"), revision: "0" },
    });
    await vi.advanceTimersByTimeAsync(10);
    expect(editor.store.getState().saving.state).toBe("conflict");
    expect(peer.title()).toBe("Theirs");
  });
});

describe("checking for changes by others", () => {
  test("takes over what they saved, when no own change is waiting", async () => {
    const { editor, change, shown, title } = opened();
    expect(await editor.look()).toBeUndefined();
    change("Theirs");
    expect(await editor.look()).toMatchObject({ changedByName: "Kit" });
    expect(shown()).toBe("Theirs");
    editor.edit(titled("Mine"));
    await editor.flush();
    expect(title()).toBe("Mine");
    editor.undo();
    editor.undo();
    expect(shown()).toBe("Start");
  });

  test("takes nothing over while an own change is waiting", async () => {
    const { editor, change, shown } = opened();
    change("Theirs");
    editor.edit(titled("Mine"));
    expect(await editor.look()).toBeUndefined();
    expect(shown()).toBe("Mine");
  });
});
