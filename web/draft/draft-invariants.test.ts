import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { writtenQuestions } from "#contract/interview/interview.ts";
import {
  nameCustomTools,
  OTHER_TOOL,
  rateTool,
  type ToolSelectionEntry,
  toggleTool,
} from "#contract/interview/kinds/tool-selection.ts";
import { describeAnswer, recordOf } from "#contract/record/answer.ts";
import { isComplete } from "#contract/record/is-complete.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";
import { hostileText, recordInput } from "../../tests/support/data/arbitraries.ts";
import {
  builtInForms,
  profileEntered,
  toolsEntered,
  websiteEntered,
} from "../../tests/support/data/built-in-forms.ts";
import { type Draft, type DraftEvent, editOf, isUnsynced, newDraft, reduce } from "./draft.ts";
import { reconcile } from "./reconcile.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const TOOLS = ["square", "excel", "xero", OTHER_TOOL];
const IDS = ["a", "b", "c"];
const WRITTEN = writtenQuestions(builtInInterview);

const tool = fc.constantFrom(...TOOLS);
const id = fc.constantFrom(...IDS);
const questionId = fc.constantFrom(...WRITTEN.slice(0, 3).map(({ question }) => question.id));
const text = hostileText(60);
// the screens never add a blank answer or save a blank edit
const words = text.filter((each) => !isBlank(each));

const answer = fc.record({ asked: fc.constantFrom(...WRITTEN.slice(0, 3)), id, content: words });
const added = answer.map(({ asked, ...recorded }) => {
  const response = { ...recorded, type: "text", timestamp: NOW } as const;
  const given = describeAnswer(asked.section, asked.question, response);
  return { type: "answer-added", answer: given } satisfies DraftEvent;
});

const profile = fc.constantFrom({ employees: "2-5" }, { employees: "" }, { revenue: ">1m" });
const stars = fc.integer({ min: 1, max: 5 });
type Pick = (selection: ToolSelectionEntry) => ToolSelectionEntry;
/** A press or a key in the tool picker. */
const picked: fc.Arbitrary<Pick> = fc.oneof(
  {
    weight: 3,
    arbitrary: tool.map(
      (each): Pick =>
        (selection) =>
          toggleTool(selection, each),
    ),
  },
  fc.tuple(tool, stars).map(
    ([each, given]): Pick =>
      (selection) =>
        rateTool(selection, each, given),
  ),
  text.map(
    (each): Pick =>
      (selection) =>
        nameCustomTools(selection, each),
  ),
);
const entered: fc.Arbitrary<DraftEvent> = fc.oneof(
  added,
  fc.record({ type: fc.constant("answer-deleted" as const), questionId, id }),
  fc.record({ type: fc.constant("answer-restored" as const), id }),
  fc.record({ type: fc.constant("edit-saved" as const), questionId, id }),
  profile.map(profileEntered),
  text.map((url) => websiteEntered({ url })),
  fc.integer({ min: 1, max: 10 }).map((satisfaction) => websiteEntered({ satisfaction })),
);
const open: fc.Arbitrary<DraftEvent> = fc.oneof(
  fc.record({ type: fc.constant("box-changed" as const), questionId, text }),
  fc.record({ type: fc.constant("edit-changed" as const), id, text: words }),
  fc.record({ type: fc.constant("edit-canceled" as const), id }),
  fc.record({ type: fc.constant("box-entered" as const), questionId }),
  fc.record({
    type: fc.constant("restored" as const),
    draft: fc.record({ boxes: fc.dictionary(questionId, text), edits: fc.dictionary(id, words) }),
  }),
  fc.record({
    type: fc.constant("section-opened" as const),
    sectionId: fc.constantFrom("website", "money-admin"),
  }),
);
type Happening = DraftEvent | Pick;
const events: fc.Arbitrary<Happening[]> = fc.array(fc.oneof(entered, picked, open), { maxLength: 40 });

function play(start: Draft, happened: Happening[]): Draft {
  return happened.reduce<Draft>((draft, happening) => {
    const event = typeof happening === "function" ? toolsEntered(happening(selection(draft))) : happening;
    return reduce(builtInInterview, draft, event);
  }, start);
}

function loaded(record: RecordInput): Draft {
  const synced = { record, revision: 1, savedAt: NOW, submittedAt: undefined };
  return reconcile({ interview: builtInInterview, now: NOW }, newDraft(builtInInterview), synced).draft;
}

const record = (draft: Draft) => recordOf(builtInInterview, draft.answers);
function selection(draft: Draft): ToolSelectionEntry {
  return builtInForms(draft.answers.forms)["tool-selection"];
}

describe("for any events, from an empty draft", () => {
  test("only selected tools are rated, and Other never is", () => {
    fc.assert(
      fc.property(events, (happened) => {
        const { selectedTools, toolRatings } = selection(play(newDraft(builtInInterview), happened));
        expect(Object.keys(toolRatings).filter((rated) => !selectedTools.includes(rated))).toEqual([]);
        expect(toolRatings).not.toHaveProperty(OTHER_TOOL);
      }),
    );
  });

  test("there are custom tools only while Other is selected", () => {
    fc.assert(
      fc.property(events, (happened) => {
        const { selectedTools, customTools } = selection(play(newDraft(builtInInterview), happened));
        expect(selectedTools.includes(OTHER_TOOL) || customTools === "").toBe(true);
      }),
    );
  });
});

describe("for any events, from any record", () => {
  const start = recordInput(builtInInterview).map(loaded);

  test("a tool can be rated or written in only if it is selected, or already was so when loaded", () => {
    fc.assert(
      fc.property(start, events, (first, happened) => {
        const { selectedTools, toolRatings, customTools } = selection(play(first, happened));
        const allowed = [
          ...selectedTools.filter((each) => each !== OTHER_TOOL),
          ...Object.keys(selection(first).toolRatings),
        ];
        expect(Object.keys(toolRatings).filter((rated) => !allowed.includes(rated))).toEqual([]);
        const isAllowed = selectedTools.includes(OTHER_TOOL) || customTools === "";
        expect(isAllowed || customTools === selection(first).customTools).toBe(true);
      }),
    );
  });

  test("no tool is selected twice", () => {
    fc.assert(
      fc.property(start, events, (first, happened) => {
        const { selectedTools } = selection(play(first, happened));
        expect(new Set(selectedTools).size).toBe(selectedTools.length);
      }),
    );
  });

  test("deleting all answers of a question uncompletes it", () => {
    fc.assert(
      fc.property(start, events, fc.constantFrom(...WRITTEN), (first, happened, { question }) => {
        const before = play(first, happened);
        const deleted = (before.answers.written[question.id] ?? []).map(
          (given): DraftEvent => ({ type: "answer-deleted", questionId: question.id, id: given.id }),
        );
        const after = play(before, deleted);
        if (question.kind === "free-answer") expect(isComplete(question, record(after))).toBe(false);
        else expect(isComplete(question, record(after))).toBe(isComplete(question, record(before)));
      }),
    );
  });

  test("nothing is unsynced right after a sync", () => {
    fc.assert(
      fc.property(start, events, (first, happened) => {
        const before = play(first, happened);
        const synced = { record: record(before), revision: 2, savedAt: NOW, submittedAt: undefined };
        const after = reduce(builtInInterview, before, { type: "synced", synced });
        expect(after.synced?.record).toEqual(record(after));
        expect(isUnsynced(record(after), after.synced)).toBe(false);
      }),
    );
  });

  test("boxes, open edits and sections do not change the answers", () => {
    fc.assert(
      fc.property(start, events, fc.array(open), (first, happened, more) => {
        const before = play(first, happened);
        expect(play(before, more).answers).toBe(before.answers);
      }),
    );
  });

  test("no event changes the given draft object", () => {
    fc.assert(
      fc.property(start, events, (first, happened) => {
        const copy = structuredClone(first);
        play(first, happened);
        expect(first).toEqual(copy);
      }),
    );
  });

  test("loading what was saved gives the same record again", () => {
    fc.assert(
      fc.property(start, events, (first, happened) => {
        const saved = record(play(first, happened));
        expect(record(loaded(saved))).toEqual(saved);
      }),
    );
  });

  test("a merge keeps the text of every box, and the words of every open edit", () => {
    const serverRecord = (input: RecordInput) => ({
      record: input,
      revision: 2,
      savedAt: NOW,
      submittedAt: undefined,
    });
    fc.assert(
      fc.property(start, events, recordInput(builtInInterview), (first, happened, theirs) => {
        const before = play(first, happened);
        const after = reconcile(
          { interview: builtInInterview, now: NOW },
          before,
          serverRecord(theirs),
        ).draft;
        const inBox = (box: string, kept: string) => (after.boxes[box] ?? "").includes(kept);
        const boxes = Object.entries(before.boxes).filter(([, kept]) => !isBlank(kept));
        expect(boxes.filter(([box, kept]) => !inBox(box, kept))).toEqual([]);
        const edited = Object.values(before.answers.written)
          .flat()
          .filter((each) => (editOf(before, each.id) ?? each.transcript) !== each.transcript);
        const isKept = (each: (typeof edited)[number]) =>
          editOf(after, each.id) !== undefined || inBox(each.questionId, editOf(before, each.id) ?? "");
        expect(edited.filter((each) => !isKept(each))).toEqual([]);
      }),
    );
  });
});
