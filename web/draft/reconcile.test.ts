import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { answersOf, describeAnswer, hasRecording, recordOf } from "#contract/record/answer.ts";
import { completeRecord, type RecordInput } from "#contract/record/record.ts";
import { builtInForms, websiteEntered } from "../../tests/support/data/built-in-forms.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { type Draft, type DraftEvent, isUnsynced, newDraft, reduce, type SaveAttempt } from "./draft.ts";
import type { RestoredTabJournal } from "./journal-rows.ts";
import { reconcile, restoreTabJournal, type ServerRecord, shownRecord } from "./reconcile.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const AT = { interview: builtInInterview, now: NOW };
const EMPTY = newDraft(builtInInterview);
const NOTHING_NEW = { changed: [], contested: [] };

const ask = (id: string, content = `Answer ${id}`) => ({ id, content, timestamp: NOW });
const booking = (...responses: ReturnType<typeof ask>[]): RecordInput => ({
  "booking-process": { responses },
});
const website = (url: string): RecordInput => ({ "website-form": { url } });

/** A record as the server sends it. */
const serverRecord = (record: RecordInput, revision = 1): ServerRecord => ({
  record,
  revision,
  savedAt: NOW,
  submittedAt: undefined,
});
const loaded = (record: RecordInput, revision = 1): Draft =>
  reconcile(AT, EMPTY, serverRecord(record, revision)).draft;
const play = (draft: Draft, ...events: DraftEvent[]) =>
  events.reduce((each, event) => reduce(builtInInterview, each, event), draft);

function added(questionId: string, id: string, content = `Answer ${id}`): DraftEvent {
  const asked = writtenQuestions(builtInInterview).find(({ question }) => question.id === questionId);
  if (!asked) throw new Error(`No question ${questionId}`);
  const recorded = { type: "text", content, timestamp: NOW, id } as const;
  return { type: "answer-added", answer: describeAnswer(asked.section, asked.question, recorded) };
}

const recordIn = (draft: Draft) => recordOf(builtInInterview, draft.answers);
const isDirty = (draft: Draft) => isUnsynced(recordIn(draft), draft.synced);
const contents = (draft: Draft, questionId = "booking-process") =>
  (draft.answers.written[questionId] ?? []).map(({ content }) => content);
const urlIn = (draft: Draft) => builtInForms(draft.answers.forms)["website-form"].url;

/** The journal of a page that loaded `base` and went on to `record`. */
function tabJournalOf(
  record: RecordInput,
  base?: ServerRecord,
  open: Partial<Draft> = {},
): RestoredTabJournal {
  const { boxes = {}, edits = {}, sectionId = "leads-booking", boxId } = open;
  const synced = base && { ...base, record: shownRecord(AT, base.record) };
  return {
    open: { boxes, edits, sectionId, boxId },
    answers: { record: shownRecord(AT, record) },
    server: { synced, unfinished: undefined },
  };
}

describe("the server's record", () => {
  test("replaces an empty draft, synced", () => {
    const { draft } = reconcile(AT, EMPTY, serverRecord(fullRecord(), 7));
    expect(recordIn(draft)).toEqual(completeRecord(builtInInterview, fullRecord(), { now: NOW }));
    expect(draft.synced).toMatchObject({ revision: 7, savedAt: NOW });
    expect(isDirty(draft)).toBe(false);
  });

  test("that was never saved is empty, which is synced too", () => {
    const { draft, reconciled } = reconcile(AT, EMPTY, serverRecord({}, 0));
    expect(draft.answers).toEqual(EMPTY.answers);
    expect(isDirty(draft)).toBe(false);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("brings nothing that this interview does not ask", () => {
    const draft = loaded({ ...website("rosa.example"), "old-question": { responses: [ask("a")] } });
    expect(recordIn(draft)).not.toHaveProperty("old-question");
    expect(draft.synced?.record).not.toHaveProperty("old-question");
    expect(isDirty(draft)).toBe(false);
  });

  test("that equals the draft changes nothing, not even object identity", () => {
    const before = loaded(fullRecord());
    const { draft, reconciled } = reconcile(AT, before, serverRecord(before.synced?.record ?? {}, 2));
    expect(draft.answers).toBe(before.answers);
    expect(draft.synced?.revision).toBe(2);
    expect(reconciled).toEqual(NOTHING_NEW);
  });
});

describe("unsynced work here and changes there", () => {
  test("are both kept; unsynced work stays unsynced", () => {
    const before = play(
      loaded(booking(ask("a"))),
      added("booking-process", "mine"),
      websiteEntered({ url: "rosa.example" }),
    );
    const { draft, reconciled } = reconcile(
      AT,
      before,
      serverRecord(
        { ...booking(ask("a"), ask("theirs")), "growth-and-future-vision": { responses: [ask("g")] } },
        2,
      ),
    );
    expect(contents(draft)).toEqual(["Answer a", "Answer theirs", "Answer mine"]);
    expect(urlIn(draft)).toBe("rosa.example");
    expect(isDirty(draft)).toBe(true);
    expect(draft.synced?.revision).toBe(2);
    expect(reconciled).toEqual({ changed: ["booking-process", "growth-vision"], contested: [] });
  });

  test("from a helper are counted by name, and are not a change from elsewhere", () => {
    const by = (name: string) => ({ by: { kind: "helper", name } });
    const before = play(loaded(booking(ask("a"))), added("growth-vision", "mine"));
    const { draft, reconciled } = reconcile(
      AT,
      before,
      serverRecord(
        {
          ...booking(ask("a"), { ...ask("d1"), ...by("Dana") }, { ...ask("d2"), ...by("Dana") }),
          "growth-and-future-vision": { responses: [ask("g"), { ...ask("l"), ...by("Luis") }] },
        },
        2,
      ),
    );
    expect(contents(draft)).toEqual(["Answer a", "Answer d1", "Answer d2"]);
    expect(reconciled).toEqual({
      changed: ["growth-vision"],
      contested: [],
      helped: [
        { name: "Dana", answers: 2 },
        { name: "Luis", answers: 1 },
      ],
    });
  });

  test("that are equal are synced", () => {
    const before = play(loaded({}), websiteEntered({ url: "rosa.example" }));
    const { draft, reconciled } = reconcile(AT, before, serverRecord(website("rosa.example"), 2));
    expect(isDirty(draft)).toBe(false);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("an answer that was deleted here stays deleted", () => {
    const before = play(loaded(booking(ask("a"), ask("b"))), {
      type: "answer-deleted",
      questionId: "booking-process",
      id: "a",
    });
    const { draft } = reconcile(
      AT,
      before,
      serverRecord({ ...booking(ask("a"), ask("b")), ...website("x") }, 2),
    );
    expect(contents(draft)).toEqual(["Answer b"]);
    expect(urlIn(draft)).toBe("x");
  });

  test("both edits of one answer stay, and their question is reported as contested", () => {
    const before = play(
      loaded(booking(ask("a"))),
      { type: "edit-changed", id: "a", text: "Mine" },
      { type: "edit-saved", questionId: "booking-process", id: "a" },
    );
    const { draft, reconciled } = reconcile(AT, before, serverRecord(booking(ask("a", "Theirs")), 2));
    expect(contents(draft)).toEqual(["Theirs", "Mine"]);
    expect(reconciled).toEqual({ changed: ["booking-process"], contested: ["booking-process"] });
  });

  test("a question with two entries is named once", () => {
    const before = loaded({});
    const theirs = {
      "tool-selection": { selectedTools: ["square"] },
      "current-tools": { responses: [ask("a")] },
    };
    const { reconciled } = reconcile(AT, before, serverRecord(theirs, 2));
    expect(reconciled.changed).toEqual(["current-tools"]);
  });

  test("a form's entry is named by its question", () => {
    const before = play(loaded({}), websiteEntered({ url: "mine.example" }));
    const { draft, reconciled } = reconcile(AT, before, serverRecord(website("theirs.example"), 2));
    expect(urlIn(draft)).toBe("mine.example");
    expect(reconciled).toEqual({ changed: [], contested: ["website-info"] });
  });

  test("text in a box, the section and the box stay unchanged", () => {
    const before = play(
      loaded(booking(ask("a"))),
      { type: "section-opened", sectionId: "leads-booking" },
      { type: "box-changed", questionId: "booking-process", text: "They c" },
    );
    const { draft } = reconcile(AT, before, serverRecord({}, 2));
    expect(draft).toMatchObject({
      boxes: { "booking-process": "They c" },
      sectionId: "leads-booking",
      boxId: "booking-process",
    });
  });

  test("merging once more changes nothing", () => {
    const before = play(loaded(booking(ask("a"))), added("booking-process", "mine"));
    const news = serverRecord(booking(ask("a"), ask("theirs")), 2);
    const once = reconcile(AT, before, news).draft;
    const twice = reconcile(AT, once, news);
    expect(twice.draft.answers).toBe(once.answers);
    expect(twice.reconciled).toEqual(NOTHING_NEW);
  });
});

describe("an open edit", () => {
  const editing = (text: string, ...more: DraftEvent[]) =>
    play(loaded(booking(ask("a"), ask("b"))), ...more, { type: "edit-changed", id: "a", text });

  test("of an answer deleted elsewhere goes into its question's box", () => {
    const { draft } = reconcile(AT, editing("Half a new thought"), serverRecord(booking(ask("b")), 2));
    expect(contents(draft)).toEqual(["Answer b"]);
    expect(draft.edits).toEqual({});
    expect(draft.boxes).toEqual({ "booking-process": "Half a new thought" });
  });

  test("goes below the text in that box", () => {
    const inBox: DraftEvent = { type: "box-changed", questionId: "booking-process", text: "In the box" };
    const { draft } = reconcile(AT, editing("In the edit", inBox), serverRecord(booking(ask("b")), 2));
    expect(draft.boxes).toEqual({ "booking-process": "In the box\n\nIn the edit" });
  });

  test("without changes goes away with its answer", () => {
    const { draft } = reconcile(AT, editing("Answer a"), serverRecord(booking(ask("b")), 2));
    expect(draft.edits).toEqual({});
    expect(draft.boxes).toEqual({});
  });

  test("of an answer that still exists stays open", () => {
    const { draft } = reconcile(AT, editing("Half"), serverRecord(booking(ask("a", "Theirs"), ask("b")), 2));
    expect(draft.edits).toEqual({ a: "Half" });
    expect(contents(draft)[0]).toBe("Theirs");
  });
});

describe("an answer that does not fit in a full list", () => {
  // too long to be joined with another answer
  const long = "x".repeat(19_990);
  const shared = Array.from({ length: ANSWERS_PER_QUESTION_MAX - 1 }, (_, place) =>
    ask(`s${place}`, `s${place} ${long}`),
  );

  test("goes into its question's box", () => {
    const before = play(loaded(booking(...shared)), added("booking-process", "mine", `Mine ${long}`));
    const { draft } = reconcile(
      AT,
      before,
      serverRecord(booking(...shared, ask("theirs", `Theirs ${long}`)), 2),
    );
    expect(contents(draft)).toHaveLength(ANSWERS_PER_QUESTION_MAX);
    expect(contents(draft).at(-1)).toBe(`Theirs ${long}`);
    expect(draft.boxes).toEqual({ "booking-process": `Mine ${long}` });
  });

  test("goes into it with others one below the other, below the existing text", () => {
    const [first, ...others] = shared;
    if (!first) throw new Error("There are many");
    const before = play(
      loaded(booking(...others)),
      added("booking-process", "one", `One ${long}`),
      added("booking-process", "two", `Two ${long}`),
      { type: "box-changed", questionId: "booking-process", text: "In the box" },
    );
    const theirs = booking(...others, ask("a", `A ${long}`), ask("b", `B ${long}`));
    const { draft } = reconcile(AT, before, serverRecord(theirs, 2));
    expect(contents(draft)).toHaveLength(ANSWERS_PER_QUESTION_MAX);
    expect(draft.boxes["booking-process"]).toBe(`In the box\n\nOne ${long}\n\nTwo ${long}`);
  });
});

describe("the journal of a closed page", () => {
  const BASE = serverRecord(booking(ask("a")), 3);

  test("is restored with a connection, and is unsynced", () => {
    const tabJournal = tabJournalOf({ ...booking(ask("a"), ask("mine")), ...website("rosa.example") }, BASE);
    const { draft, reconciled } = restoreTabJournal(AT, loaded(BASE.record, 3), tabJournal);
    expect(contents(draft)).toEqual(["Answer a", "Answer mine"]);
    expect(urlIn(draft)).toBe("rosa.example");
    expect(isDirty(draft)).toBe(true);
    expect(draft.synced?.revision).toBe(3);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("is merged with what has reached the server since", () => {
    const tabJournal = tabJournalOf(booking(ask("a"), ask("mine")), BASE);
    const { draft, reconciled } = restoreTabJournal(
      AT,
      loaded(booking(ask("a"), ask("theirs")), 5),
      tabJournal,
    );
    expect(contents(draft)).toEqual(["Answer a", "Answer theirs", "Answer mine"]);
    expect(draft.synced).toMatchObject({ revision: 5 });
    expect(isDirty(draft)).toBe(true);
    expect(reconciled).toEqual({ changed: ["booking-process"], contested: [] });
  });

  test("does not bring back what was deleted elsewhere since", () => {
    const { draft } = restoreTabJournal(
      AT,
      loaded({}, 5),
      tabJournalOf(booking(ask("a"), ask("mine")), BASE),
    );
    expect(contents(draft)).toEqual(["Answer mine"]);
  });

  test("with nothing unsynced is a plain load of the server's record, without a notice", () => {
    const { draft, reconciled } = restoreTabJournal(
      AT,
      loaded(booking(ask("a"), ask("theirs")), 5),
      tabJournalOf(BASE.record, BASE),
    );
    expect(contents(draft)).toEqual(["Answer a", "Answer theirs"]);
    expect(isDirty(draft)).toBe(false);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("is restored without a connection, with its last state of the server", () => {
    const tabJournal = tabJournalOf(booking(ask("a"), ask("mine")), BASE);
    const { draft, reconciled } = restoreTabJournal(AT, EMPTY, tabJournal);
    expect(contents(draft)).toEqual(["Answer a", "Answer mine"]);
    expect(draft.synced).toMatchObject({ revision: 3, savedAt: NOW });
    expect(isDirty(draft)).toBe(true);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("without a connection keeps its deletions", () => {
    const { draft } = restoreTabJournal(AT, EMPTY, tabJournalOf({}, BASE));
    expect(contents(draft)).toEqual([]);
    expect(isDirty(draft)).toBe(true);
  });

  test("that is fully synced stays synced without a connection too", () => {
    const { draft } = restoreTabJournal(AT, EMPTY, tabJournalOf(BASE.record, BASE));
    expect(contents(draft)).toEqual(["Answer a"]);
    expect(isDirty(draft)).toBe(false);
  });

  test("is restored if it had never been synced, with a connection or without", () => {
    const tabJournal = tabJournalOf(booking(ask("mine")));
    for (const draft of [EMPTY, loaded({}, 0)]) {
      const restored = restoreTabJournal(AT, draft, tabJournal).draft;
      expect(contents(restored)).toEqual(["Answer mine"]);
      expect(isDirty(restored)).toBe(true);
    }
  });

  test("reopens the section and the box, with the text in boxes and edits", () => {
    const open = {
      boxes: { "booking-process": "They c" },
      edits: { a: "Answer A" },
      sectionId: "leads-booking",
      boxId: "booking-process",
    };
    const { draft } = restoreTabJournal(AT, loaded(BASE.record, 3), tabJournalOf(BASE.record, BASE, open));
    expect(draft).toMatchObject(open);
  });

  test("opens no section that is no longer asked", () => {
    const { draft } = restoreTabJournal(AT, EMPTY, tabJournalOf({}, BASE, { sectionId: "long-gone" }));
    expect(draft.sectionId).toBe("business-snapshot");
  });

  test("with an open edit of an answer deleted elsewhere has the words in the box", () => {
    const tabJournal = tabJournalOf(BASE.record, BASE, { edits: { a: "Half a new thought" } });
    const { draft } = restoreTabJournal(AT, loaded({}, 5), tabJournal);
    expect(draft.edits).toEqual({});
    expect(draft.boxes).toEqual({ "booking-process": "Half a new thought" });
  });

  test("with no readable answers still has its boxes", () => {
    const { open } = tabJournalOf({}, BASE, { boxes: { "booking-process": "They c" } });
    const before = loaded(BASE.record, 3);
    const { draft, reconciled } = restoreTabJournal(AT, before, open ? { open } : {});
    expect(draft.boxes).toEqual({ "booking-process": "They c" });
    expect(draft.answers).toBe(before.answers);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("with nothing readable at all changes nothing", () => {
    const before = loaded(BASE.record, 3);
    expect(restoreTabJournal(AT, before, {}).draft).toEqual(before);
  });

  test("with an unreadable server state still restores its answers", () => {
    const { open, answers } = tabJournalOf(booking(ask("a"), ask("mine")), BASE);
    if (!open || !answers) throw new Error("The tab journal has both");
    const { draft } = restoreTabJournal(AT, loaded(booking(ask("a"), ask("theirs")), 5), { open, answers });
    expect(contents(draft)).toEqual(["Answer a", "Answer theirs", "Answer mine"]);
  });

  test("of another interview restores what this one asks", () => {
    const record = { ...booking(ask("a")), "old-question": { responses: [ask("o")] } };
    const { draft } = restoreTabJournal(AT, EMPTY, { answers: { record } });
    expect(contents(draft)).toEqual(["Answer a"]);
    expect(recordIn(draft)).not.toHaveProperty("old-question");
  });
});

describe("an unfinished save", () => {
  const attempt: SaveAttempt = {
    record: shownRecord(AT, booking(ask("a"))),
    submit: false,
    revision: 3,
    idempotencyKey: "id-1",
  };
  const unfinishedTabJournal = (idempotencyKey: string): RestoredTabJournal => ({
    ...tabJournalOf(booking(ask("a"))),
    server: { synced: undefined, unfinished: { ...attempt, idempotencyKey } },
  });

  test("of a closed page is repeated by this page, word for word", () => {
    expect(restoreTabJournal(AT, EMPTY, unfinishedTabJournal("id-1")).draft.unfinished).toEqual(attempt);
  });

  test("of a second closed page does not replace it", () => {
    const { draft } = restoreTabJournal(AT, EMPTY, unfinishedTabJournal("id-1"));
    expect(restoreTabJournal(AT, draft, unfinishedTabJournal("id-2")).draft.unfinished).toEqual(attempt);
  });

  test("is not forgotten after a closed page without one", () => {
    const { draft } = restoreTabJournal(AT, EMPTY, unfinishedTabJournal("id-1"));
    expect(restoreTabJournal(AT, draft, tabJournalOf({})).draft.unfinished).toEqual(attempt);
  });
});

describe("two closed pages", () => {
  const BASE = serverRecord(booking(ask("a"), ask("b")), 3);
  const NEWER = serverRecord(booking(ask("a"), ask("b"), ask("c")), 4);
  const newer = tabJournalOf(booking(ask("a"), ask("b"), ask("c"), ask("mine")), NEWER, {
    boxes: { "booking-process": "one", "growth-vision": "same" },
  });
  const older = tabJournalOf({ ...booking(ask("b"), ask("also mine")), ...website("rosa.example") }, BASE, {
    boxes: { "booking-process": "two", "growth-vision": "same" },
  });

  function restoreBoth(draft: Draft): Draft {
    return restoreTabJournal(AT, restoreTabJournal(AT, draft, newer).draft, older).draft;
  }

  test.for([
    ["with a connection", () => loaded(NEWER.record, 4)],
    ["without one", () => EMPTY],
  ] as const)("restore the work of both, and their deletions, %s", ([, start]) => {
    const draft = restoreBoth(start());
    expect(contents(draft)).toEqual(["Answer b", "Answer c", "Answer mine", "Answer also mine"]);
    expect(urlIn(draft)).toBe("rosa.example");
    expect(draft.synced?.revision).toBe(4);
    expect(isDirty(draft)).toBe(true);
  });

  test("restore the text of both boxes, one below the other, the same text once", () => {
    expect(restoreBoth(EMPTY).boxes).toEqual({ "booking-process": "one\n\ntwo", "growth-vision": "same" });
  });
});

test("the shown part of a record is in its full form, without anything that is not asked", () => {
  const shown = shownRecord(AT, { ...website("rosa.example"), "old-question": { responses: [ask("a")] } });
  expect(shown).toEqual(
    recordOf(builtInInterview, answersOf(builtInInterview, website("rosa.example"), NOW)),
  );
});

describe("the words of a recorded take", () => {
  const TAKE = "6f1c2a34-9b8d-4e5f-8a7b-0c1d2e3f4a5b";
  const takeOf = (content: string) => [{ id: TAKE, type: "audio" as const, content, timestamp: NOW }];
  const take = (content: string): RecordInput => ({ "booking-process": { responses: takeOf(content) } });

  test("that come with the record are not a change from another device", () => {
    const { draft, reconciled } = reconcile(AT, loaded(take("")), serverRecord(take("They call us."), 2));
    expect(contents(draft)).toEqual(["They call us."]);
    expect(reconciled).toEqual(NOTHING_NEW);
  });

  test("do not hide real changes", () => {
    const further = { "booking-process": { responses: [...takeOf("They call us."), ask("a")] } };
    const { reconciled } = reconcile(AT, loaded(take("")), serverRecord(further, 2));
    expect(reconciled.changed).toEqual(["booking-process"]);
  });

  test("that have arrived here and on the server at once are one answer, without a conflict", () => {
    const here = play(loaded(take("")), { type: "transcript-arrived", id: TAKE, content: "They call us." });
    const { draft, reconciled } = reconcile(AT, here, serverRecord(take("They call us."), 2));
    expect(contents(draft)).toEqual(["They call us."]);
    expect(reconciled).toEqual(NOTHING_NEW);
    expect(isDirty(draft)).toBe(false);
  });

  describe("that the client has edited since they arrived", () => {
    const edit = [
      { type: "transcript-arrived", id: TAKE, content: "They call us." },
      { type: "edit-changed", id: TAKE, text: "They call us, or write." },
      { type: "edit-saved", questionId: "booking-process", id: TAKE },
    ] as const;
    const [answer] = answersOf(builtInInterview, take(""), NOW).written["booking-process"] ?? [];
    const recorded = answer ? play(loaded({}), { type: "take-added", answer }) : EMPTY;
    const synced = { ...serverRecord({}, 2), record: recordIn(recorded) };

    test.each([
      ["the answer was synced without them", play(loaded(take("")), ...edit)],
      ["the answer was not synced yet", play(recorded, ...edit)],
      [
        "a save from before they came was answered after that",
        play(recorded, ...edit, { type: "synced", synced }),
      ],
    ])("are one answer when %s", (_, here) => {
      const { draft, reconciled } = reconcile(AT, here, serverRecord(take("They call us."), 3));
      expect(contents(draft)).toEqual(["They call us, or write."]);
      expect(reconciled).toEqual(NOTHING_NEW);
      expect(draft.arrived).toEqual({});
    });

    test("are one answer when the page was closed", () => {
      const ended = tabJournalOf(take("They call us, or write."), serverRecord(take("")));
      const tabJournal = {
        ...ended,
        answers: { record: take("They call us, or write."), arrived: { [TAKE]: "They call us." } },
      };
      const { draft, reconciled } = restoreTabJournal(AT, loaded(take("They call us."), 2), tabJournal);
      expect(contents(draft)).toEqual(["They call us, or write."]);
      expect(reconciled.contested).toEqual([]);
    });

    test("stay beside another device's edit of them", () => {
      const here = play(loaded(take("")), ...edit);
      const { draft, reconciled } = reconcile(AT, here, serverRecord(take("They write."), 2));
      expect(contents(draft)).toEqual(["They write.", "They call us, or write."]);
      expect(reconciled.contested).toEqual(["booking-process"]);
    });

    test("are an answer when the server does not have it yet", () => {
      const { draft } = reconcile(AT, play(recorded, edit[0]), serverRecord({}, 2));
      expect(contents(draft)).toEqual(["They call us."]);
    });
  });

  test("do not belong to an answer named like a property of every object", () => {
    const here = play(loaded(booking(ask("constructor"))), added("booking-process", "mine"));
    const { draft } = reconcile(AT, here, serverRecord(booking(ask("constructor"), ask("theirs")), 2));
    expect(contents(draft)).toEqual(["Answer constructor", "Answer theirs", "Answer mine"]);
    expect(JSON.stringify(draft.answers)).toContain('"content":"Answer constructor"');
  });

  test("typed by the client meanwhile stay beside the engine's, and only one of them has the recording", () => {
    const here = play(
      loaded(take("")),
      { type: "edit-changed", id: TAKE, text: "Mine." },
      { type: "edit-saved", questionId: "booking-process", id: TAKE },
    );
    const { draft, reconciled } = reconcile(AT, here, serverRecord(take("The engine's."), 2));
    const answers = draft.answers.written["booking-process"] ?? [];
    expect(answers.map(({ content }) => content)).toEqual(["The engine's.", "Mine."]);
    expect(answers.map(hasRecording)).toEqual([true, false]);
    expect(reconciled.contested).toEqual(["booking-process"]);
  });
});

test("words whose question was removed are in the first box, with the text there", () => {
  const boxes = { gone: "Words", "team-description": "Two of us", "booking-process": "", blank: " " };
  const open = { boxes, edits: {}, sectionId: "website", boxId: undefined };
  const { draft } = restoreTabJournal(AT, EMPTY, { open });
  expect(draft.boxes["team-description"]?.split("\n\n").sort()).toEqual(["Two of us", "Words"]);
  expect(Object.values(draft.boxes).filter((text) => text.includes("Words"))).toHaveLength(1);
});
