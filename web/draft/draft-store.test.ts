import { describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import type { FormAnswers } from "#contract/record/forms.ts";
import type { RecordInput } from "#contract/record/record.ts";
import {
  builtInForms,
  emptyForms,
  profileEntered,
  toolsEntered,
  websiteEntered,
} from "../../tests/support/data/built-in-forms.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import type { DeviceItems } from "./device-items.ts";
import { type DraftStore, openDraft } from "./draft-store.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry, RestoredTabJournal } from "./journal-rows.ts";
import { type ServerRecord, shownRecord } from "./reconcile.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const PROFILE = { employees: "2-5", locations: "1", revenue: "" };
const WEBSITE = { url: "https://rosa.example" };

const SAVED = { revision: 2, savedAt: "2026-03-01T12:00:01.000Z", submittedAt: undefined };

/** The device's items, in memory. */
function fakeItems({ forms, syncedForms, asideCount = 0 }: Device) {
  const held: { forms?: FormAnswers; synced?: FormAnswers; at?: string } = {};
  const items: DeviceItems = {
    read: async () => ({ forms, syncedForms, asideCount }),
    writeForms: async (written) => {
      held.forms = written;
    },
    writeSynced: async (synced, at) => {
      Object.assign(held, { synced, at });
    },
    changeInterview: () => undefined,
    clear: async () => {
      for (const name of Object.keys(held)) delete held[name as keyof typeof held];
    },
  };
  return { held, items };
}

/** A journal that collects what it is asked to store. */
function fakeJournal(restored: RestoredTabJournal[], asideCount = 0) {
  const noted: JournalEntry[] = [];
  const journal = {
    restored,
    asideCount,
    health: createStore(() => ({ isKept: true })),
    note: (entry: JournalEntry) => void noted.push(entry),
    flush: async () => undefined,
    clear: vi.fn(async () => undefined),
    release: () => undefined,
  } satisfies Journal;
  return { journal, noted };
}

type Device = { forms?: FormAnswers; syncedForms?: FormAnswers; asideCount?: number };
/** `loaded: undefined` means that there is no connection. */
type SetUpOptions = Device & { record?: RecordInput; loaded?: ServerRecord | undefined; journal?: Journal };

function serverRecord(record: RecordInput, revision = 1): ServerRecord {
  return { record, revision, savedAt: undefined, submittedAt: undefined };
}

async function open({ record = {}, journal, ...options }: SetUpOptions = {}) {
  let count = 0;
  const { held, items } = fakeItems(options);
  const draft = await openDraft({
    interview: builtInInterview,
    items,
    journal,
    loaded: "loaded" in options ? options.loaded : serverRecord(record),
    clock: () => NOW,
    newId: () => `id-${++count}`,
  });
  return { draft, held };
}

function type(draft: DraftStore, questionId: string, text: string): void {
  draft.dispatch({ type: "box-changed", questionId, text });
}

const options = (draft: DraftStore, questionId: string) =>
  draft.store.getState().draft.answers.written[questionId] ?? [];
const isUnsynced = (draft: DraftStore) => draft.store.getState().isUnsynced;

describe("adding the text of a box", () => {
  test("makes a trimmed answer and empties the box", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "  By phone.\n");
    draft.takeBox("booking-process");
    expect(options(draft, "booking-process")).toEqual([
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

  test("keeps that the answer was dictated, and its raw words", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "By phone.");
    draft.takeBox("booking-process", "dictated", "by phone");
    expect(options(draft, "booking-process")[0]?.source).toBe("dictated");
    expect(draft.store.getState().record["booking-process"]).toMatchObject({
      responses: [{ source: "dictated", content: "By phone.", raw: "by phone" }],
    });
  });

  test.for(["", " ", "\n\t\u00a0"])("ignores blank text %j", async (text) => {
    const { draft } = await open();
    type(draft, "booking-process", text);
    draft.takeBox("booking-process");
    expect(options(draft, "booking-process")).toEqual([]);
    expect(isUnsynced(draft)).toBe(false);
  });

  test("ignores a question without a box, and an unknown question", async () => {
    const { draft } = await open();
    draft.takeBox("booking-process");
    for (const questionId of ["website-info", "no-such-question"]) {
      type(draft, questionId, "Text");
      draft.takeBox(questionId);
    }
    expect(draft.store.getState().draft.answers.written).toEqual({});
  });

  test("leaves the text in the box when the question is full", async () => {
    const responses = Array.from({ length: ANSWERS_PER_QUESTION_MAX - 1 }, (_, place) => ({
      content: `Answer ${place}`,
    }));
    const { draft } = await open({ record: { "booking-process": { responses } } });
    for (const text of ["The last", "One too many"]) {
      type(draft, "booking-process", text);
      draft.takeBox("booking-process");
    }
    expect(options(draft, "booking-process")).toHaveLength(ANSWERS_PER_QUESTION_MAX);
    expect(draft.store.getState().draft.boxes["booking-process"]).toBe("One too many");
  });

  test("for all boxes at once takes every box that is not blank", async () => {
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
    expect(options(draft, "booking-process")).toHaveLength(1);
  });
});

describe("unsynced work", () => {
  test("is nothing right after a load", async () => {
    const { draft, held } = await open({ record: { "website-form": WEBSITE } });
    expect(isUnsynced(draft)).toBe(false);
    expect(held).toMatchObject({
      forms: { "website-form": WEBSITE },
      synced: { "website-form": WEBSITE },
      at: "2026-03-01T12:00:00.000Z",
    });
  });

  test("is any later change, until it is undone", async () => {
    const { draft } = await open({ record: { "website-form": WEBSITE } });
    draft.dispatch(websiteEntered({ url: "elsewhere" }));
    expect(isUnsynced(draft)).toBe(true);
    draft.dispatch(websiteEntered({ url: WEBSITE.url }));
    expect(isUnsynced(draft)).toBe(false);
  });

  test("does not include text that is still in a box", async () => {
    const { draft } = await open();
    type(draft, "booking-process", "By ph");
    expect(isUnsynced(draft)).toBe(false);
  });

  test("ends when the current state is synced, and is remembered on the device", async () => {
    const { draft, held } = await open();
    draft.dispatch(websiteEntered({ url: WEBSITE.url }));
    draft.markSynced(draft.beginSave(false), SAVED);
    expect(isUnsynced(draft)).toBe(false);
    expect(draft.store.getState().draft.synced).toMatchObject(SAVED);
    expect(held).toMatchObject({
      forms: { "website-form": WEBSITE },
      synced: { "website-form": WEBSITE },
    });
  });

  test("includes changes made after the record was sent", async () => {
    const { draft, held } = await open();
    draft.dispatch(websiteEntered({ url: "first" }));
    const attempt = draft.beginSave(false);
    draft.dispatch(websiteEntered({ url: "second" }));
    draft.markSynced(attempt, SAVED);
    expect(isUnsynced(draft)).toBe(true);
    expect(held.forms).toMatchObject({ "website-form": { url: "second" } });
    expect(held.synced).toMatchObject({ "website-form": { url: "first" } });
  });
});

describe("a save", () => {
  test("sends the current state, based on the known revision, with its own key", async () => {
    const { draft } = await open({ loaded: serverRecord({ "website-form": WEBSITE }, 7) });
    const attempt = draft.beginSave(true);
    const { record } = draft.store.getState();
    expect(attempt).toEqual({ record, submit: true, revision: 7, idempotencyKey: "id-1" });
    expect(draft.store.getState().draft.unfinished).toBe(attempt);
    expect(draft.beginSave(false)).toMatchObject({ submit: false, idempotencyKey: "id-2" });
  });

  test("that succeeds is the base of the next one", async () => {
    const { draft } = await open();
    draft.markSynced(draft.beginSave(false), SAVED);
    expect(draft.store.getState().draft.unfinished).toBeUndefined();
    expect(draft.beginSave(false).revision).toBe(2);
  });

  test("that is refused is no longer waited for", async () => {
    const { draft } = await open();
    draft.dispatch(websiteEntered({ url: "r" }));
    draft.beginSave(false);
    draft.refuseSave();
    expect(draft.store.getState().draft.unfinished).toBeUndefined();
    expect(isUnsynced(draft)).toBe(true);
  });

  test("to a server that counts no revisions names none", async () => {
    const { draft } = await open({ loaded: { ...serverRecord({}), revision: undefined } });
    expect(draft.beginSave(false).revision).toBeUndefined();
  });
});

describe("adding open edits", () => {
  const record = {
    "booking-process": { responses: ["a", "b", "c"].map((id) => ({ id, content: `Answer ${id}` })) },
  };

  test("makes them the answers' words if they can be saved, and drops them otherwise", async () => {
    const { draft } = await open({ record });
    for (const [id, text] of [
      ["a", "New words"],
      ["b", "  "],
      ["c", "Answer c"],
    ] as const)
      draft.dispatch({ type: "edit-changed", id, text });
    draft.takeEdits();
    expect(options(draft, "booking-process").map(({ content }) => content)).toEqual([
      "New words",
      "Answer b",
      "Answer c",
    ]);
    expect(draft.store.getState().draft.edits).toEqual({});
  });
});

test("an edit that was not started is not added, whatever the answer's id", async () => {
  const responses = [{ id: "constructor", content: "By phone." }];
  const { draft } = await open({ record: { "booking-process": { responses } } });
  draft.takeEdits();
  expect(options(draft, "booking-process")).toMatchObject(responses);
});

describe("opening a draft", () => {
  test("opens the section of the first unanswered question", async () => {
    const { "booking-process": _open, ...rest } = fullRecord();
    const sectionOf = async (record: RecordInput) =>
      (await open({ record })).draft.store.getState().draft.sectionId;
    expect(await sectionOf(rest)).toBe("leads-booking");
    expect(await sectionOf({})).toBe("business-snapshot");
    expect(await sectionOf(fullRecord())).toBe("business-snapshot");
  });

  test("restores the forms that this device had not saved, and no others", async () => {
    const forms = { ...emptyForms, "business-profile": PROFILE, "website-form": WEBSITE };
    const syncedForms = { ...emptyForms, "website-form": WEBSITE };
    const record = { "website-form": { url: "newer.example" } };
    const { draft } = await open({ record, forms, syncedForms });
    expect(draft.store.getState().draft.answers.forms).toEqual({
      ...emptyForms,
      "business-profile": PROFILE,
      "website-form": { url: "newer.example" },
    });
    expect(isUnsynced(draft)).toBe(true);
  });

  test("restores them once more when the page is reloaded before a save", async () => {
    const forms = { ...emptyForms, "business-profile": PROFILE };
    const first = await open({ forms, syncedForms: emptyForms });
    const { forms: again, synced } = first.held;
    if (!again || !synced) throw new Error("Nothing was left on the device");
    const second = await open({ forms: again, syncedForms: synced });
    expect(second.draft.store.getState().draft.answers.forms["business-profile"]).toEqual(PROFILE);
    expect(isUnsynced(second.draft)).toBe(true);
  });

  test("restores all forms of a device that has never synced", async () => {
    const forms = { ...emptyForms, "website-form": WEBSITE };
    const { draft } = await open({ forms });
    expect(builtInForms(draft.store.getState().draft.answers.forms)).toEqual(forms);
    expect(isUnsynced(draft)).toBe(true);
  });

  test("is synced when the device adds nothing", async () => {
    const record = { "website-form": WEBSITE };
    const { draft } = await open({ record, forms: emptyForms, syncedForms: emptyForms });
    expect(draft.store.getState().draft.answers.forms["website-form"]).toEqual(WEBSITE);
    expect(isUnsynced(draft)).toBe(false);
  });

  test("reports what could not be read on the device, in items and journal", async () => {
    const { journal } = fakeJournal([], 2);
    const { draft } = await open({ asideCount: 1, journal });
    expect(draft.news).toEqual({ asideCount: 3, changed: [], contested: [] });
    expect((await open()).draft.news.asideCount).toBe(0);
  });
});

describe("opening a draft with the journals of closed pages", () => {
  const AT = { interview: builtInInterview, now: "2026-03-01T12:00:00.000Z" };
  const answered = (...ids: string[]): RecordInput => ({
    "booking-process": { responses: ids.map((id) => ({ id, content: `Answer ${id}`, timestamp: AT.now })) },
  });

  function tabJournal(record: RecordInput, base: RecordInput, revision = 1): RestoredTabJournal {
    const synced = { ...serverRecord(base, revision), record: shownRecord(AT, base) };
    return {
      open: {
        boxes: { "growth-vision": "Half a" },
        edits: {},
        sectionId: "customers-growth",
        boxId: "growth-vision",
      },
      answers: { record: shownRecord(AT, record) },
      server: { synced, unfinished: undefined },
    };
  }

  test("has their work, merged with the server's changes, and the client is notified", async () => {
    const { journal } = fakeJournal([tabJournal(answered("a", "mine"), answered("a"))]);
    const { draft } = await open({ loaded: serverRecord(answered("a", "theirs"), 4), journal });
    expect(options(draft, "booking-process").map(({ id }) => id)).toEqual(["a", "theirs", "mine"]);
    expect(draft.news).toEqual({ asideCount: 0, changed: ["booking-process"], contested: [] });
    expect(isUnsynced(draft)).toBe(true);
    expect(draft.beginSave(false).revision).toBe(4);
  });

  test("opens at the client's last place, with the text in the box", async () => {
    const { journal } = fakeJournal([tabJournal({}, {})]);
    const { draft } = await open({ journal });
    expect(draft.store.getState().draft).toMatchObject({
      sectionId: "customers-growth",
      boxId: "growth-vision",
      boxes: { "growth-vision": "Half a" },
    });
  });

  test("works without a connection", async () => {
    const { journal } = fakeJournal([tabJournal(answered("a", "mine"), answered("a"), 3)]);
    const { draft, held } = await open({ loaded: undefined, journal });
    expect(options(draft, "booking-process")).toHaveLength(2);
    expect(isUnsynced(draft)).toBe(true);
    expect(draft.beginSave(false).revision).toBe(3);
    expect(held.synced).toEqual(emptyForms);
  });

  test("does not use the forms of the items against the journal, which is newer", async () => {
    const { journal } = fakeJournal([tabJournal({ "website-form": { url: "journal.example" } }, {})]);
    const forms = { ...emptyForms, "website-form": { url: "item.example" } };
    const { draft } = await open({ journal, forms, syncedForms: emptyForms });
    expect(draft.store.getState().draft.answers.forms).toMatchObject({
      "website-form": { url: "journal.example" },
    });
  });

  test("uses the forms of the items when the journal has no readable answers", async () => {
    const { answers: _unreadable, ...rest } = tabJournal({}, {});
    const { journal } = fakeJournal([rest]);
    const forms = { ...emptyForms, "website-form": WEBSITE };
    const { draft } = await open({ journal, forms, syncedForms: emptyForms });
    expect(draft.store.getState().draft.answers.forms["website-form"]).toEqual(WEBSITE);
  });

  test("merges several of them, one after the other", async () => {
    const { journal } = fakeJournal([
      tabJournal(answered("a", "one"), answered("a"), 2),
      tabJournal(answered("a", "two"), answered("a")),
    ]);
    const { draft } = await open({ loaded: serverRecord(answered("a"), 2), journal });
    expect(options(draft, "booking-process").map(({ id }) => id)).toEqual(["a", "one", "two"]);
  });

  test("has their unfinished save to repeat", async () => {
    const unfinished = { record: {}, submit: true, revision: 1, idempotencyKey: "id-x" };
    const { journal } = fakeJournal([{ ...tabJournal({}, {}), server: { synced: undefined, unfinished } }]);
    const { draft } = await open({ journal });
    expect(draft.store.getState().draft.unfinished).toEqual(unfinished);
  });
});

describe("changes from the server", () => {
  test("are merged in, keeping unsynced work, and remembered on the device", async () => {
    const { draft, held } = await open();
    draft.dispatch(profileEntered(PROFILE));
    const reconciled = draft.reconcile(serverRecord({ "website-form": WEBSITE }, 5));
    expect(reconciled).toEqual({ changed: ["website-info"], contested: [] });
    expect(draft.store.getState().draft.answers.forms).toMatchObject({
      "business-profile": PROFILE,
      "website-form": WEBSITE,
    });
    expect(isUnsynced(draft)).toBe(true);
    expect(draft.beginSave(false).revision).toBe(5);
    expect(held).toMatchObject({
      forms: { "business-profile": PROFILE, "website-form": WEBSITE },
      synced: { ...emptyForms, "website-form": WEBSITE },
    });
  });

  test("without a difference leave the derived values unchanged", async () => {
    const { draft } = await open({ record: { "website-form": WEBSITE } });
    const before = draft.store.getState();
    draft.reconcile(serverRecord({ "website-form": WEBSITE }, 2));
    expect(draft.store.getState().completion).toBe(before.completion);
    expect(draft.store.getState().record).toBe(before.record);
  });
});

describe("values derived from the draft", () => {
  test("keep their identity on a keystroke in a box or an edit", async () => {
    const { draft } = await open({
      record: { "booking-process": { responses: [{ content: "By phone.", id: "a" }] } },
    });
    const before = draft.store.getState();
    type(draft, "booking-process", "B");
    draft.dispatch({ type: "edit-changed", id: "a", text: "By ph" });
    draft.dispatch({ type: "section-opened", sectionId: "website" });
    const after = draft.store.getState();
    expect(after.record).toBe(before.record);
    expect(after.completion).toBe(before.completion);
    expect(after.draft.boxes).toEqual({ "booking-process": "B" });
  });

  test("change with an answer", async () => {
    const { draft } = await open();
    const before = draft.store.getState();
    draft.dispatch(toolsEntered({ selectedTools: ["square"] }));
    expect(draft.store.getState().record).not.toBe(before.record);
    expect(draft.store.getState().completion).toMatchObject({ completed: 1, total: 13, percent: 8 });
  });
});

describe("the device", () => {
  test("gets each change of a form at once, and no keystroke in a box", async () => {
    const { draft, held } = await open();
    draft.dispatch(profileEntered(PROFILE));
    expect(held.forms).toMatchObject({ "business-profile": PROFILE });
    delete held.forms;
    type(draft, "booking-process", "B");
    expect(held).not.toHaveProperty("forms");
  });

  test("has nothing of the client after forgetting", async () => {
    const { journal } = fakeJournal([]);
    const { draft, held } = await open({ record: { "website-form": WEBSITE }, journal });
    await draft.forget();
    expect(held).toEqual({});
    expect(journal.clear).toHaveBeenCalledOnce();
  });

  test("gets nothing back from a save that ends after forgetting, nor from a merge or a change", async () => {
    const { journal, noted } = fakeJournal([]);
    const { draft, held } = await open({ record: { "website-form": WEBSITE }, journal });
    const attempt = draft.beginSave(false);
    await draft.forget();
    noted.length = 0;
    draft.markSynced(attempt, SAVED);
    draft.reconcile(serverRecord({ "website-form": { url: "newer.example" } }, 3));
    draft.dispatch(websiteEntered({ url: "too late" }));
    type(draft, "booking-process", "Too late");
    expect(held).toEqual({});
    expect(noted).toEqual([]);
  });

  test("that cannot clear its journal does not block signing out", async () => {
    const { journal } = fakeJournal([]);
    journal.clear.mockRejectedValueOnce(new DOMException("No.", "QuotaExceededError"));
    const { draft, held } = await open({ journal });
    await draft.forget();
    expect(held).toEqual({});
  });
});

describe("the journal", () => {
  test("gets the draft as opened, and then every change, including keystrokes in a box", async () => {
    const { journal, noted } = fakeJournal([]);
    const { draft } = await open({ record: { "website-form": WEBSITE }, journal });
    expect(noted).toHaveLength(1);
    expect(noted[0]).toMatchObject({
      open: { boxes: {}, sectionId: "business-snapshot" },
      answers: { record: { "website-form": WEBSITE } },
      server: { synced: { revision: 1 } },
    });
    type(draft, "booking-process", "B");
    draft.dispatch(websiteEntered({ url: "elsewhere" }));
    const attempt = draft.beginSave(false);
    expect(noted.at(-1)).toMatchObject({
      open: { boxes: { "booking-process": "B" }, boxId: "booking-process" },
      answers: { record: { "website-form": { url: "elsewhere" } } },
      server: { unfinished: attempt },
    });
    draft.markSynced(attempt, SAVED);
    expect(noted.at(-1)?.server).toMatchObject({ synced: SAVED, unfinished: undefined });
  });

  test("gets identical parts if they did not change, so that it need not write them", async () => {
    const { journal, noted } = fakeJournal([]);
    const { draft } = await open({ record: { "website-form": WEBSITE }, journal });
    type(draft, "booking-process", "B");
    expect(noted[1]?.answers.record).toBe(noted[0]?.answers.record);
    expect(noted[1]?.server.synced).toBe(noted[0]?.server.synced);
  });
});

describe("another version of the interview", () => {
  const [first, ...others] = builtInInterview.sections;
  /** The interview without its first section and with one more question. */
  const definition: Interview = {
    sections: [
      ...others,
      {
        id: "dreams",
        name: "Dreams",
        minutes: 1,
        description: "What comes next",
        questions: [
          {
            kind: "free-answer",
            id: "dreams",
            entry: "dreams",
            title: "Dreams",
            prompt: "What next?",
            sample: "A shop.",
          },
        ],
      },
    ],
  };
  const version = { definition, hashes: { en: "h2" } };
  const record: RecordInput = {
    "booking-process": { responses: [{ content: "By phone." }] },
    "team-and-business-setup": { responses: [{ content: "Two of us." }] },
    dreams: { responses: [{ content: "A second shop." }] },
  };

  test("continues with the server's answers, and is stored on the device", async () => {
    const { journal, noted } = fakeJournal([]);
    const { draft } = await open({ record, journal });
    draft.dispatch({ type: "section-opened", sectionId: "leads-booking" });
    expect(draft.renew(version, serverRecord(record, 1))).toBe(true);
    const { interview, hashes, draft: entered, completion } = draft.store.getState();
    expect([interview, hashes, entered.sectionId]).toEqual([definition, { en: "h2" }, "leads-booking"]);
    expect(options(draft, "booking-process")).toMatchObject([{ content: "By phone." }]);
    expect(options(draft, "dreams")).toMatchObject([{ content: "A second shop." }]);
    expect(options(draft, "team-description")).toEqual([]);
    expect(completion.complete).toEqual(["booking-process", "dreams"]);
    expect(isUnsynced(draft)).toBe(false);
    expect(noted.at(-1)?.interview).toEqual(version);
  });

  test("keeps what can be undone", async () => {
    const { draft } = await open({ record });
    draft.dispatch({ type: "section-opened", sectionId: "leads-booking" });
    const [given] = options(draft, "booking-process");
    const id = given?.id ?? "";
    draft.dispatch({ type: "answer-deleted", questionId: "booking-process", id });
    draft.markSynced(draft.beginSave(false), SAVED);
    const { "booking-process": _deleted, ...rest } = record;
    expect(draft.renew(version, serverRecord(rest, 2))).toBe(true);
    expect(options(draft, "booking-process")).toEqual([]);
    draft.dispatch({ type: "answer-restored", id });
    expect(options(draft, "booking-process")).toMatchObject([{ content: "By phone." }]);
  });

  test("opens the first incomplete section if the current one was removed", async () => {
    const { draft } = await open({ record });
    draft.dispatch({ type: "section-opened", sectionId: first?.id ?? "" });
    draft.dispatch({ type: "box-entered", questionId: "team-description" });
    expect(draft.renew(version, serverRecord(record))).toBe(true);
    const { sectionId, boxId } = draft.store.getState().draft;
    expect([sectionId, boxId]).toEqual(["leads-booking", undefined]);
  });

  test.for([
    ["words stand in a box", (draft: DraftStore): void => type(draft, "booking-process", "By")],
    [
      "an answer is being edited",
      (draft: DraftStore): void => draft.dispatch({ type: "edit-changed", id: "a", text: "new" }),
    ],
    ["something is not saved", (draft: DraftStore): void => draft.dispatch(websiteEntered(WEBSITE))],
    ["a save is under way", (draft: DraftStore): void => void draft.beginSave(false)],
    [
      "a later save is known",
      (draft: DraftStore): void => draft.markSynced(draft.beginSave(false), { ...SAVED, revision: 5 }),
    ],
  ] as const)("is refused when %s, and nothing is changed", async ([, begin]) => {
    const { draft } = await open({ record });
    begin(draft);
    const before = draft.store.getState();
    expect(draft.renew(version, serverRecord(record, 4))).toBe(false);
    expect(draft.store.getState()).toBe(before);
  });
});
