import { describe, expect, test } from "vitest";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { applyEdit } from "#contract/manage/interview-draft/interview-edit.ts";
import { type Drop, droppedAt, type OutlineItem } from "./outline-moves.ts";

const draft = {
  languages: ["en"],
  sections: [
    { id: "one", questions: [{ id: "a" }, { id: "b" }, { id: "c" }] },
    { id: "two", questions: [{ id: "d" }] },
    { id: "three", questions: [] },
  ],
} as unknown as InterviewDraft;

const part = (id: string): OutlineItem => ({ kind: id.length > 1 ? "section" : "card", id });

function orderAfter(dragged: string, beside: string, side: Drop["side"]): string | undefined {
  const edit = droppedAt(draft, part(dragged), { part: part(beside), side });
  return (
    edit &&
    applyEdit(draft, edit)
      .sections.map(({ id, questions }) => `${id}: ${questions.map((card) => card.id).join("")}`)
      .join(", ")
  );
}

describe("dragging and dropping", () => {
  test.each([
    ["c", "a", "before", "one: cab, two: d, three: "],
    ["a", "b", "after", "one: bac, two: d, three: "],
    ["a", "d", "before", "one: bc, two: ad, three: "],
    ["a", "d", "after", "one: bc, two: da, three: "],
    ["b", "one", "before", "one: bac, two: d, three: "],
    ["a", "one", "after", "one: bca, two: d, three: "],
    ["a", "three", "after", "one: bc, two: d, three: a"],
    ["three", "one", "before", "three: , one: abc, two: d"],
    ["one", "two", "after", "two: d, one: abc, three: "],
  ] as const)("%s at %s, %s it, gives this order", (dragged, beside, side, order) => {
    expect(orderAfter(dragged, beside, side)).toBe(order);
  });

  test.each([
    ["a", "b", "before"],
    ["b", "a", "after"],
    ["a", "a", "after"],
    ["a", "one", "before"],
    ["c", "one", "after"],
    ["one", "two", "before"],
    ["one", "gone", "before"],
    ["a", "z", "before"],
    ["z", "a", "before"],
  ] as const)("%s at %s, %s it, changes nothing", (dragged, beside, side) => {
    expect(orderAfter(dragged, beside, side)).toBeUndefined();
  });
});
