import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { answersOf, describeAnswer, emptyAnswers, recordOf } from "#contract/record/answer.ts";
import { completionOf } from "#contract/record/completion.ts";
import type { ClientRecord, RecordInput } from "#contract/record/record.ts";
import { profileEntered, toolsEntered, websiteEntered } from "../../tests/support/data/built-in-forms.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import {
  addToBox,
  continuedAnswer,
  type Draft,
  type DraftEvent,
  editOf,
  isUnsynced,
  newDraft,
  reduce,
  type SaveAttempt,
  type SyncedRecord,
} from "./draft.ts";

const NOW = "2026-03-01T12:00:00.000Z";

function draftAfter(...events: DraftEvent[]): Draft {
  return events.reduce((draft, event) => reduce(builtInInterview, draft, event), newDraft(builtInInterview));
}

/** The event of loading the server's record into an empty draft. */
function loaded(input: RecordInput): DraftEvent {
  const answers = answersOf(builtInInterview, input, NOW);
  return { type: "reconciled", answers, synced: syncedAs(recordOf(builtInInterview, answers)) };
}

function syncedAs(record: ClientRecord, revision = 1): SyncedRecord {
  return { record, revision, savedAt: NOW, submittedAt: undefined };
}

function added(questionId: string, id: string, content = `Answer ${id}`): DraftEvent {
  const asked = writtenQuestions(builtInInterview).find(({ question }) => question.id === questionId);
  if (!asked) throw new Error(`No question ${questionId}`);
  const recorded = { type: "text", content, timestamp: NOW, id } as const;
  return { type: "answer-added", answer: describeAnswer(asked.section, asked.question, recorded) };
}

const ids = (draft: Draft, questionId: string) =>
  draft.answers.written[questionId]?.map(({ id }) => id) ?? [];
const complete = (draft: Draft) =>
  completionOf(builtInInterview, recordOf(builtInInterview, draft.answers)).complete;
const isDirty = (draft: Draft) => isUnsynced(recordOf(builtInInterview, draft.answers), draft.synced);

describe("a new draft", () => {
  test("is empty, in the first section, with nothing to save", () => {
    expect(draftAfter()).toEqual({
      answers: emptyAnswers,
      boxes: {},
      edits: {},
      continued: {},
      added: {},
      deleted: [],
      givenUpEdits: {},
      declinedTools: [],
      arrived: {},
      sectionId: "business-snapshot",
      boxId: undefined,
      synced: undefined,
      unfinished: undefined,
    });
    expect(isDirty(draftAfter())).toBe(false);
  });

  test("is unsynced with any data at all", () => {
    expect(isDirty(draftAfter(websiteEntered({ url: "r" })))).toBe(true);
    expect(isDirty(draftAfter(websiteEntered({ satisfaction: 5 })))).toBe(true);
    expect(isDirty(draftAfter(profileEntered({ revenue: ">1m" })))).toBe(true);
    expect(isDirty(draftAfter(toolsEntered({ selectedTools: ["other"] })))).toBe(true);
    expect(isDirty(draftAfter(added("booking-process", "a")))).toBe(true);
  });
});

describe("loading", () => {
  test("applies the server's answers, synced", () => {
    const draft = draftAfter(loaded(fullRecord()));
    expect(complete(draft)).toHaveLength(13);
    expect(draft.answers.forms["website-form"]).toEqual({ url: "https://rosa.example", satisfaction: 7 });
    expect(isDirty(draft)).toBe(false);
  });

  test("an empty record is synced too", () => {
    expect(draftAfter(loaded({})).synced).toBeDefined();
    expect(isDirty(draftAfter(loaded({})))).toBe(false);
  });

  test("keeps the open section", () => {
    const open: DraftEvent = { type: "section-opened", sectionId: "website" };
    expect(draftAfter(open, loaded(fullRecord())).sectionId).toBe("website");
  });
});

describe("a section", () => {
  const entered: DraftEvent = { type: "box-entered", questionId: "booking-process" };

  test("that is opened has no remembered box", () => {
    const draft = draftAfter(entered, { type: "section-opened", sectionId: "website" });
    expect([draft.sectionId, draft.boxId]).toEqual(["website", undefined]);
  });

  test("remembers the box that was entered last", () => {
    const draft = draftAfter({ type: "box-entered", questionId: "growth-vision" }, entered);
    expect(draft.boxId).toBe("booking-process");
    // a second click into the same box changes nothing
    expect(reduce(builtInInterview, draft, entered)).toBe(draft);
  });

  test("remembers the box that was typed in", () => {
    const draft = draftAfter(entered, { type: "box-changed", questionId: "growth-vision", text: "H" });
    expect(draft.boxId).toBe("growth-vision");
  });
});

describe("a save", () => {
  const attempt: SaveAttempt = { record: {}, submit: true, revision: 3, idempotencyKey: "id-1" };
  const begun: DraftEvent = { type: "save-begun", attempt };

  test("is unfinished once it has started, and everything stays unsynced", () => {
    const draft = draftAfter(websiteEntered({ url: "rosa.example" }), begun);
    expect(draft.unfinished).toBe(attempt);
    expect(isDirty(draft)).toBe(true);
  });

  test("that is refused is forgotten, and everything stays unsynced", () => {
    const draft = draftAfter(websiteEntered({ url: "rosa.example" }), begun, { type: "save-refused" });
    expect(draft.unfinished).toBeUndefined();
    expect(isDirty(draft)).toBe(true);
  });

  test("that succeeds is finished, and its content is synced", () => {
    const draft = draftAfter(begun, { type: "synced", synced: syncedAs({}, 4) });
    expect(draft.unfinished).toBeUndefined();
    expect(draft.synced).toEqual(syncedAs({}, 4));
  });
});

describe("a recorded take", () => {
  const take = (id: string, content = ""): DraftEvent => {
    const asked = writtenQuestions(builtInInterview).find(
      ({ question }) => question.id === "booking-process",
    );
    if (!asked) throw new Error("No such question");
    const recorded = { type: "audio", content, timestamp: NOW, id } as const;
    return { type: "take-added", answer: describeAnswer(asked.section, asked.question, recorded) };
  };
  const arrived = (id: string, content: string): DraftEvent => ({ type: "transcript-arrived", id, content });
  const shown = (draft: Draft) =>
    (draft.answers.written["booking-process"] ?? []).map(({ transcript }) => transcript);

  test("is an answer without words, beside the text in the box", () => {
    const typing: DraftEvent = { type: "box-changed", questionId: "booking-process", text: "We also" };
    const draft = draftAfter(typing, take("t1"));
    expect(shown(draft)).toEqual(["Generating transcript..."]);
    expect(draft.boxes).toEqual({ "booking-process": "We also" });
    expect(complete(draft)).toContain("booking-process");
    expect(isDirty(draft)).toBe(true);
  });

  test("is one answer, however often it is added", () => {
    const draft = draftAfter(take("t1"), arrived("t1", "They call us."), take("t1"));
    expect(shown(draft)).toEqual(["They call us."]);
  });

  test("gets its words when they arrive, which are then shown, saved and used as its name", () => {
    const draft = draftAfter(take("t1"), take("t2"), arrived("t1", "They call us."));
    expect(shown(draft)).toEqual(["They call us.", "Generating transcript..."]);
    expect(recordOf(builtInInterview, draft.answers)["booking-process"]).toMatchObject({
      responses: [
        { id: "t1", type: "audio", content: "They call us." },
        { id: "t2", type: "audio", content: "" },
      ],
    });
    expect(draft.answers.written["booking-process"]?.[0]?.name).toBe("They call us.");
  });

  test("keeps the words that the client entered first", () => {
    const draft = draftAfter(
      take("t1"),
      { type: "edit-changed", id: "t1", text: "Mine." },
      { type: "edit-saved", questionId: "booking-process", id: "t1" },
      arrived("t1", "The engine's."),
    );
    expect(shown(draft)).toEqual(["Mine."]);
  });

  test("that was deleted is not restored by its words", () => {
    const deleted: DraftEvent = { type: "answer-deleted", questionId: "booking-process", id: "t1" };
    const draft = draftAfter(take("t1"), deleted);
    expect(reduce(builtInInterview, draft, arrived("t1", "They call us."))).toBe(draft);
  });
});

describe("a restored state", () => {
  const restored = (draft: Extract<DraftEvent, { type: "restored" }>["draft"]): DraftEvent => ({
    type: "restored",
    draft,
  });

  test("reopens the section, the box, the texts and the edits", () => {
    const open = {
      boxes: { "booking-process": "They c" },
      edits: { a: "New words" },
      sectionId: "leads-booking",
      boxId: "booking-process",
    };
    expect(draftAfter(restored(open))).toMatchObject(open);
  });

  test("opens no unknown section", () => {
    const open: DraftEvent = { type: "section-opened", sectionId: "website" };
    expect(draftAfter(open, restored({ sectionId: "long-gone" })).sectionId).toBe("website");
    expect(draftAfter(open, restored({})).sectionId).toBe("website");
  });

  test("is added below the text in a box, and beside the other edits", () => {
    const draft = draftAfter(
      { type: "box-changed", questionId: "booking-process", text: "One" },
      { type: "edit-changed", id: "a", text: "A" },
      restored({ boxes: { "booking-process": "Two", "growth-vision": "Three" }, edits: { b: "B" } }),
    );
    expect(draft.boxes).toEqual({ "booking-process": "One\n\nTwo", "growth-vision": "Three" });
    expect(draft.edits).toEqual({ a: "A", b: "B" });
  });

  test("is in its box once, however often it is restored", () => {
    const back = restored({ boxes: { "booking-process": "One" } });
    expect(draftAfter(back, back).boxes).toEqual({ "booking-process": "One" });
  });

  test("is not an answer, and does not have to be saved", () => {
    const draft = draftAfter(restored({ boxes: { "booking-process": "One" }, edits: { a: "A" } }));
    expect(draft.answers).toBe(emptyAnswers);
    expect(isDirty(draft)).toBe(false);
  });
});

describe("a text added to a box", () => {
  const inBox = (text: string) => draftAfter({ type: "box-changed", questionId: "growth-vision", text });
  const after = (before: string, text: string) =>
    addToBox(inBox(before), "growth-vision", text).boxes["growth-vision"];

  test.for([
    ["", "One", "One"],
    [" \n", "One", "One"],
    ["One", "Two", "One\n\nTwo"],
    ["One", "One", "One"],
    ["One and two", "two", "One and two"],
    ["One", " ", "One"],
  ] as const)("%j and %j make %j", ([before, text, both]) => {
    expect(after(before, text)).toBe(both);
  });

  test("changes neither the other boxes nor the client's place", () => {
    const draft = addToBox(inBox("One"), "booking-process", "Two");
    expect(draft.boxes).toEqual({ "growth-vision": "One", "booking-process": "Two" });
    expect(draft.boxId).toBe("growth-vision");
  });
});

describe("answers", () => {
  test("are listed in the order in which they were given, and complete their question", () => {
    const draft = draftAfter(added("booking-process", "a"), added("booking-process", "b"));
    expect(ids(draft, "booking-process")).toEqual(["a", "b"]);
    expect(complete(draft)).toEqual(["booking-process"]);
  });

  test("empty only the box they came from", () => {
    const draft = draftAfter(
      { type: "box-changed", questionId: "booking-process", text: "By phone" },
      { type: "box-changed", questionId: "growth-vision", text: "Half a thought" },
      added("booking-process", "a"),
    );
    expect(draft.boxes).toEqual({ "booking-process": "", "growth-vision": "Half a thought" });
  });

  test("are deleted one by one; deleting the last unmarks the question", () => {
    const both = [added("booking-process", "a"), added("booking-process", "b")];
    const one = draftAfter(...both, { type: "answer-deleted", questionId: "booking-process", id: "a" });
    expect(ids(one, "booking-process")).toEqual(["b"]);
    expect(complete(one)).toEqual(["booking-process"]);
    const none = reduce(builtInInterview, one, {
      type: "answer-deleted",
      questionId: "booking-process",
      id: "b",
    });
    expect(complete(none)).toEqual([]);
    expect(isDirty(none)).toBe(false);
  });

  const deletion = (id: string): DraftEvent => ({
    type: "answer-deleted",
    questionId: "booking-process",
    id,
  });
  const undo = (id: string): DraftEvent => ({ type: "answer-restored", id });

  test("that were deleted can be restored in their places", () => {
    const given = ["a", "b", "c"].map((id) => added("booking-process", id));
    const three = draftAfter(...given);
    const follow = (draft: Draft, ...events: DraftEvent[]) =>
      events.reduce((each, event) => reduce(builtInInterview, each, event), draft);
    const none = follow(three, deletion("b"), deletion("a"));
    expect(ids(none, "booking-process")).toEqual(["c"]);
    expect(none.deleted.map(({ answer }) => answer.id)).toEqual(["b", "a"]);
    const back = follow(none, undo("a"), undo("b"));
    expect(back).toEqual(three);
    expect(follow(back, undo("b"))).toBe(back);
  });

  test("that were deleted can be restored while their section is open", () => {
    const deleted = draftAfter(added("booking-process", "a"), deletion("a"));
    const elsewhere = reduce(builtInInterview, deleted, { type: "section-opened", sectionId: "website" });
    expect(elsewhere.deleted).toEqual([]);
    expect(reduce(builtInInterview, elsewhere, undo("a"))).toBe(elsewhere);
  });

  test("that were deleted are there once if another device still has them", () => {
    const deleted = draftAfter(added("booking-process", "a"), deletion("a"), added("booking-process", "a"));
    const back = reduce(builtInInterview, deleted, undo("a"));
    expect([ids(back, "booking-process"), back.deleted]).toEqual([["a"], []]);
  });

  test("that were deleted cannot be restored while others fill their question", () => {
    const given = Array.from({ length: ANSWERS_PER_QUESTION_MAX }, (_, n) =>
      added("booking-process", `${n}`),
    );
    const full = draftAfter(...given, deletion("0"), added("booking-process", "x"));
    expect(reduce(builtInInterview, full, undo("0"))).toBe(full);
    const room = reduce(builtInInterview, full, deletion("1"));
    expect(ids(reduce(builtInInterview, room, undo("0")), "booking-process")[0]).toBe("0");
  });

  test("stay unchanged when an unknown one is to be deleted", () => {
    const draft = draftAfter(
      added("booking-process", "a"),
      { type: "answer-deleted", questionId: "booking-process", id: "z" },
      { type: "answer-deleted", questionId: "growth-vision", id: "a" },
    );
    expect(ids(draft, "booking-process")).toEqual(["a"]);
  });

  test("below the tool picker make its question neither complete nor incomplete", () => {
    const remark = draftAfter(added("current-tools", "a"));
    expect(complete(remark)).toEqual([]);
    const picked = reduce(builtInInterview, remark, toolsEntered({ selectedTools: ["square"] }));
    expect(complete(picked)).toEqual(["current-tools"]);
    const gone = reduce(builtInInterview, picked, {
      type: "answer-deleted",
      questionId: "current-tools",
      id: "a",
    });
    expect(complete(gone)).toEqual(["current-tools"]);
  });
});

describe("an answer continued in its box", () => {
  const QUESTION = "booking-process";
  const given = added(QUESTION, "a", "They call");
  const continued: DraftEvent = { type: "answer-continued", questionId: QUESTION, id: "a" };
  const typed: DraftEvent = { type: "box-changed", questionId: QUESTION, text: "They call, or text" };
  const ended: DraftEvent = { type: "continuation-ended", questionId: QUESTION, text: "They call, or text" };

  test("stays listed while its words are in the box", () => {
    const draft = draftAfter(given, continued, typed);
    expect(draft.boxes[QUESTION]).toBe("They call, or text");
    expect(draft.answers.written[QUESTION]).toMatchObject([{ id: "a", content: "They call" }]);
    expect(continuedAnswer(draft, QUESTION)?.id).toBe("a");
  });

  test("has the new words with its id and timestamp once the box is left, and the box is empty", () => {
    const draft = draftAfter(given, continued, typed, ended);
    expect(draft.answers.written[QUESTION]).toMatchObject([
      { id: "a", content: "They call, or text", timestamp: NOW },
    ]);
    expect(draft.boxes[QUESTION]).toBe("");
    expect(continuedAnswer(draft, QUESTION)).toBeUndefined();
  });

  test("keeps the raw words when it was continued by dictation", () => {
    const draft = draftAfter(given, continued, { ...ended, raw: "they call or text" });
    expect(draft.answers.written[QUESTION]).toMatchObject([{ id: "a", raw: "they call or text" }]);
  });

  test("does not replace other words in the box", () => {
    const draft = draftAfter(given, typed, continued);
    expect(draft.boxes[QUESTION]).toBe("They call, or text");
    expect(continuedAnswer(draft, QUESTION)).toBeUndefined();
  });

  test("that is deleted leaves the words in the box, for a new answer", () => {
    const draft = draftAfter(given, continued, typed, {
      type: "answer-deleted",
      questionId: QUESTION,
      id: "a",
    });
    expect(continuedAnswer(draft, QUESTION)).toBeUndefined();
    expect(draft.boxes[QUESTION]).toBe("They call, or text");
  });

  test("can be continued after a restart of the device", () => {
    const restored: DraftEvent = {
      type: "restored",
      draft: { boxes: { [QUESTION]: "They call, or" }, continued: { [QUESTION]: "a" } },
    };
    expect(draftAfter(given, restored, ended).answers.written[QUESTION]).toMatchObject([
      { id: "a", content: "They call, or text" },
    ]);
  });

  test("belongs to no other question, and is not found by a property that every object inherits", () => {
    const draft = draftAfter(given, { ...continued, questionId: "growth-vision" }, typed);
    expect(draft.boxes["growth-vision"]).toBeUndefined();
    expect(continuedAnswer(draft, "constructor")).toBeUndefined();
  });
});

describe("an edit", () => {
  const LONG = "We answer within the hour, most days, and call everybody back by six";
  const changed: DraftEvent = { type: "edit-changed", id: "a", text: LONG };
  const saved: DraftEvent = { type: "edit-saved", questionId: "booking-process", id: "a" };

  test("changes nothing before it is saved", () => {
    const draft = draftAfter(added("booking-process", "a", "By phone"), changed);
    expect(draft.edits).toEqual({ a: LONG });
    expect(draft.answers.written["booking-process"]?.[0]?.content).toBe("By phone");
  });

  test("that is saved sets content, transcript and name; id, timestamp and place stay", () => {
    const draft = draftAfter(added("booking-process", "a"), added("booking-process", "b"), changed, saved);
    expect(draft.edits).toEqual({});
    expect(ids(draft, "booking-process")).toEqual(["a", "b"]);
    expect(draft.answers.written["booking-process"]?.[0]).toMatchObject({
      content: LONG,
      transcript: LONG,
      name: "We answer within the hour, most days, and call eve...",
      timestamp: NOW,
    });
  });

  test("that is canceled leaves the answer unchanged, and other edits open", () => {
    const other: DraftEvent = { type: "edit-changed", id: "b", text: "x" };
    const draft = draftAfter(added("booking-process", "a", "By phone"), changed, other, {
      type: "edit-canceled",
      id: "a",
    });
    expect(draft.edits).toEqual({ b: "x" });
    expect(draft.answers.written["booking-process"]?.[0]?.content).toBe("By phone");
  });

  test("that was not started cannot be saved", () => {
    const draft = draftAfter(added("booking-process", "a"));
    expect(reduce(builtInInterview, draft, saved)).toBe(draft);
  });

  test.for(["constructor", "toString", "__proto__"])("of an answer named %s works like any other", (id) => {
    const draft = draftAfter(added("booking-process", id, "By phone"));
    expect(editOf(draft, id)).toBeUndefined();
    expect(reduce(builtInInterview, draft, { type: "edit-saved", questionId: "booking-process", id })).toBe(
      draft,
    );
    const edited = reduce(builtInInterview, draft, { type: "edit-changed", id, text: LONG });
    expect(editOf(edited, id)).toBe(LONG);
    const gone = reduce(builtInInterview, edited, {
      type: "reconciled",
      answers: emptyAnswers,
      synced: undefined,
    });
    expect(gone.boxes).toEqual({ "booking-process": LONG });
  });
});

describe("a dictated answer that was tidied", () => {
  const event = added("booking-process", "a", "We call.") as Extract<DraftEvent, { type: "answer-added" }>;
  const dictated: DraftEvent = { ...event, answer: { ...event.answer, source: "dictated", raw: "we call" } };
  const place = { questionId: "booking-process", id: "a" };
  const answerIn = (draft: Draft) => draft.answers.written["booking-process"]?.[0];
  const elsewhere = (content: string, more: object = {}) =>
    loaded({ "booking-process": { responses: [{ id: "a", content, timestamp: NOW, ...more }] } });

  test("can be replaced by its raw words, once", () => {
    const before = draftAfter(dictated);
    expect(answerIn(before)).toMatchObject({ content: "We call.", raw: "we call" });
    const after = reduce(builtInInterview, before, { type: "tidying-undone", ...place });
    expect(answerIn(after)).toMatchObject({ content: "we call", transcript: "we call", source: "dictated" });
    expect(answerIn(after)).not.toHaveProperty("raw");
    expect(reduce(builtInInterview, after, { type: "tidying-undone", ...place })).toBe(after);
  });

  test("has them again after it was deleted and restored", () => {
    const before = draftAfter(dictated);
    const events: DraftEvent[] = [
      { type: "answer-deleted", ...place },
      { type: "answer-restored", id: "a" },
    ];
    expect(events.reduce((each, next) => reduce(builtInInterview, each, next), before)).toEqual(before);
  });

  test.for([
    [
      "edited",
      [
        { type: "edit-changed", id: "a", text: "We ring" },
        { type: "edit-saved", ...place },
      ],
    ],
    ["changed on another device", [elsewhere("They ring.")]],
  ] as [string, DraftEvent[]][])("has none when it is %s", ([, events]) => {
    expect(answerIn(draftAfter(dictated, ...events))?.raw).toBeUndefined();
  });

  test("has them on every device", () => {
    const draft = draftAfter(elsewhere("We call.", { source: "dictated", raw: "we call" }));
    expect(answerIn(draft)?.raw).toBe("we call");
    expect(recordOf(builtInInterview, draft.answers)["booking-process"]).toMatchObject({
      responses: [{ content: "We call.", raw: "we call" }],
    });
  });
});

describe("the forms", () => {
  test("can change field by field", () => {
    const draft = draftAfter(profileEntered({ employees: "2-5" }), websiteEntered({ url: "rosa.example" }));
    expect(draft.answers.forms).toEqual({
      "business-profile": { employees: "2-5", locations: "", revenue: "" },
      "website-form": { url: "rosa.example" },
    });
    expect(complete(draft)).toEqual(["business-profile", "website-info"]);
  });

  test("make the tools incomplete when the last one is deselected", () => {
    expect(complete(draftAfter(toolsEntered({ selectedTools: ["square"] })))).toEqual(["current-tools"]);
    expect(complete(draftAfter(toolsEntered({ selectedTools: [] })))).toEqual([]);
  });

  test("complete the website with an address that is not blank, not with the slider", () => {
    expect(complete(draftAfter(websiteEntered({ satisfaction: 9 })))).toEqual([]);
    expect(complete(draftAfter(websiteEntered({ url: "  " })))).toEqual([]);
    expect(complete(draftAfter(websiteEntered({ url: "rosa.example" })))).toEqual(["website-info"]);
  });
});

test("a change and its reversal leave nothing unsynced", () => {
  const draft = draftAfter(
    loaded(fullRecord()),
    websiteEntered({ url: "elsewhere" }),
    websiteEntered({ url: "https://rosa.example", satisfaction: 7 }),
  );
  expect(isDirty(draft)).toBe(false);
});
