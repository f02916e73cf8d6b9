import { describe, expect, test } from "vitest";
import { emptyForms, type FormAnswers } from "#contract/answer.ts";
import { builtInInterview } from "#contract/built-in-interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import type { RecordInput } from "#contract/record.ts";
import type { DeviceItems } from "./device-items.ts";
import { type DraftStore, openDraft } from "./draft-store.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const PROFILE = { employees: "2-5", locations: "1", revenue: "" };
const WEBSITE = { url: "https://rosa.example" };

/** What a device holds, in memory. */
function fakeItems(forms?: FormAnswers, syncedForms?: FormAnswers) {
  const held: { forms?: FormAnswers; synced?: FormAnswers; at?: string } = {};
  const items: DeviceItems = {
    read: async () => ({ forms, syncedForms }),
    writeForms: async (written) => {
      held.forms = written;
    },
    writeSynced: async (synced, at) => {
      Object.assign(held, { synced, at });
    },
    clear: async () => {
      for (const name of Object.keys(held)) delete held[name as keyof typeof held];
    },
  };
  return { held, items };
}

type Device = { forms?: FormAnswers; syncedForms?: FormAnswers };

async function open(record: RecordInput = {}, { forms, syncedForms }: Device = {}) {
  let count = 0;
  const { held, items } = fakeItems(forms, syncedForms);
  const newId = () => `id-${++count}`;
  const draft = await openDraft({ interview: builtInInterview, items, record, clock: () => NOW, newId });
  return { draft, held };
}

function type(draft: DraftStore, questionId: string, text: string): void {
  draft.dispatch({ type: "box-changed", questionId, text });
}

const given = (draft: DraftStore, questionId: string) =>
  draft.store.getState().draft.answers.written[questionId] ?? [];
const isUnsynced = (draft: DraftStore) => draft.store.getState().isUnsynced;

describe("taking a box", () => {
  test("makes a trimmed answer of its text and empties it", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "  By phone.\n");
    draft.takeBox("booking-process");
    expect(given(draft, "booking-process")).toEqual([
      expect.objectContaining({
        id: "id-1",
        type: "text",
        content: "By phone.",
        transcript: "By phone.",
        name: "By phone.",
        sectionName: "Leads → Booking",
        timestamp: "2026-03-01T12:00:00.000Z",
        source: "typed",
      }),
    ]);
    expect(draft.store.getState().draft.boxes["booking-process"]).toBe("");
    expect(draft.store.getState().completion.complete).toEqual(["booking-process"]);
  });

  test("remembers that the answer was dictated", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "By phone.");
    draft.takeBox("booking-process", "dictated");
    expect(given(draft, "booking-process")[0]?.source).toBe("dictated");
    expect(draft.store.getState().record["booking-process"]).toMatchObject({
      responses: [{ source: "dictated" }],
    });
  });

  test.for(["", " ", "\n\t\u00a0"])("ignores blank text %j", async (text) => {
    const { draft } = await open();
    type(draft, "booking-process", text);
    draft.takeBox("booking-process");
    expect(given(draft, "booking-process")).toEqual([]);
    expect(isUnsynced(draft)).toBe(false);
  });

  test("ignores a question without a box, and one that nobody asks", async () => {
    const { draft } = await open();
    draft.takeBox("booking-process");
    for (const questionId of ["website-info", "no-such-question"]) {
      type(draft, questionId, "Text");
      draft.takeBox(questionId);
    }
    expect(draft.store.getState().draft.answers.written).toEqual({});
  });

  test("leaves the text in the box when the question has all the answers it can hold", async () => {
    const responses = Array.from({ length: ANSWERS_PER_QUESTION_MAX - 1 }, (_, place) => ({
      content: `Answer ${place}`,
    }));
    const { draft } = await open({ "booking-process": { responses } });
    for (const text of ["The last", "One too many"]) {
      type(draft, "booking-process", text);
      draft.takeBox("booking-process");
    }
    expect(given(draft, "booking-process")).toHaveLength(ANSWERS_PER_QUESTION_MAX);
    expect(draft.store.getState().draft.boxes["booking-process"]).toBe("One too many");
  });

  test("all at once takes every box that is not blank", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "By phone.");
    type(draft, "growth-vision", " ");
    type(draft, "current-tools", "The till is old.");
    draft.takeBoxes();
    expect(Object.keys(draft.store.getState().draft.answers.written)).toEqual([
      "booking-process",
      "current-tools",
    ]);
    draft.takeBoxes();
    expect(given(draft, "booking-process")).toHaveLength(1);
  });
});

describe("unsynced", () => {
  test("is nothing right after a load", async () => {
    const { draft, held } = await open({ "website-form": WEBSITE });
    expect(isUnsynced(draft)).toBe(false);
    expect(held).toMatchObject({
      forms: { websiteData: WEBSITE },
      synced: { websiteData: WEBSITE },
      at: "2026-03-01T12:00:00.000Z",
    });
  });

  test("is any later change, until it is taken back", async () => {
    const { draft } = await open({ "website-form": WEBSITE });
    draft.dispatch({ type: "url-changed", url: "elsewhere" });
    expect(isUnsynced(draft)).toBe(true);
    draft.dispatch({ type: "url-changed", url: WEBSITE.url });
    expect(isUnsynced(draft)).toBe(false);
  });

  test("is not the text that is still in a box", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "By ph");
    expect(isUnsynced(draft)).toBe(false);
  });

  test("ends with the sync of what is there, and is remembered on the device", async () => {
    const { draft, held } = await open();
    draft.dispatch({ type: "url-changed", url: WEBSITE.url });
    const { record, draft: sent } = draft.store.getState();
    await draft.markSynced(record, sent.answers.forms);
    expect(isUnsynced(draft)).toBe(false);
    expect(held).toMatchObject({
      forms: { websiteData: WEBSITE },
      synced: { websiteData: WEBSITE },
    });
  });

  test("is what was changed after the record was sent", async () => {
    const { draft, held } = await open();
    draft.dispatch({ type: "url-changed", url: "first" });
    const { record, draft: sent } = draft.store.getState();
    draft.dispatch({ type: "url-changed", url: "second" });
    await draft.markSynced(record, sent.answers.forms);
    expect(isUnsynced(draft)).toBe(true);
    expect(held.forms?.websiteData.url).toBe("second");
    expect(held.synced?.websiteData.url).toBe("first");
  });
});

describe("opening a draft", () => {
  test("restores the forms that this device had not saved, and no others", async () => {
    const forms = { ...emptyForms, businessProfile: PROFILE, websiteData: WEBSITE };
    const syncedForms = { ...emptyForms, websiteData: WEBSITE };
    const { draft } = await open({ "website-form": { url: "newer.example" } }, { forms, syncedForms });
    expect(draft.store.getState().draft.answers.forms).toEqual({
      ...emptyForms,
      businessProfile: PROFILE,
      websiteData: { url: "newer.example" },
    });
    expect(isUnsynced(draft)).toBe(true);
  });

  test("restores them once more when the page is reloaded before a save", async () => {
    const forms = { ...emptyForms, businessProfile: PROFILE };
    const first = await open({}, { forms, syncedForms: emptyForms });
    const { forms: again, synced } = first.held;
    if (!again || !synced) throw new Error("Nothing was left on the device");
    const second = await open({}, { forms: again, syncedForms: synced });
    expect(second.draft.store.getState().draft.answers.forms.businessProfile).toEqual(PROFILE);
    expect(isUnsynced(second.draft)).toBe(true);
  });

  test("restores all forms of a device that has never synced", async () => {
    const forms = { ...emptyForms, websiteData: WEBSITE };
    const { draft } = await open({}, { forms });
    expect(draft.store.getState().draft.answers.forms).toEqual(forms);
    expect(isUnsynced(draft)).toBe(true);
  });

  test("is synced where the device has nothing of its own", async () => {
    const { draft } = await open({ "website-form": WEBSITE }, { forms: emptyForms, syncedForms: emptyForms });
    expect(draft.store.getState().draft.answers.forms.websiteData).toEqual(WEBSITE);
    expect(isUnsynced(draft)).toBe(false);
  });
});

describe("what follows from the draft", () => {
  test("stays the very same at a keystroke in a box or an edit", async () => {
    const { draft } = await open({ "booking-process": { responses: [{ content: "By phone.", id: "a" }] } });
    const before = draft.store.getState();
    type(draft, "booking-process", "B");
    draft.dispatch({ type: "edit-changed", id: "a", text: "By ph" });
    draft.dispatch({ type: "section-opened", sectionId: "website" });
    const after = draft.store.getState();
    expect(after.record).toBe(before.record);
    expect(after.completion).toBe(before.completion);
    expect(after.draft.boxes).toEqual({ "booking-process": "B" });
  });

  test("changes with an answer", async () => {
    const { draft } = await open();
    const before = draft.store.getState();
    draft.dispatch({ type: "tool-toggled", tool: "square" });
    expect(draft.store.getState().record).not.toBe(before.record);
    expect(draft.store.getState().completion).toMatchObject({ completed: 1, total: 13, percent: 8 });
  });
});

describe("the device", () => {
  test("gets each change of a form at once, and no keystroke in a box", async () => {
    const { draft, held } = await open();
    draft.dispatch({ type: "profile-changed", profile: PROFILE });
    expect(held.forms?.businessProfile).toEqual(PROFILE);
    delete held.forms;
    type(draft, "booking-process", "B");
    expect(held).not.toHaveProperty("forms");
  });

  test("has nothing of the client after forgetting", async () => {
    const { draft, held } = await open({ "website-form": WEBSITE });
    await draft.forget();
    expect(held).toEqual({});
  });

  test("gets nothing back from a save that ends after forgetting", async () => {
    const { draft, held } = await open({ "website-form": WEBSITE });
    const { record, draft: sent } = draft.store.getState();
    await draft.forget();
    await draft.markSynced(record, sent.answers.forms);
    expect(held).toEqual({});
  });
});
