import { expect, test } from "vitest";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { compareInterviews } from "./compare-interviews.ts";

const question = (id: string, more: object = {}) => ({
  kind: "choice",
  id,
  entry: id,
  title: { en: `${id}?`, es: `¿${id}?` },
  prompt: "Choose.",
  options: [{ value: "one", label: { en: "One", es: "Uno" } }],
  ...more,
});

const draftOf = (name: object | string, ...questions: object[]) =>
  ({
    format: 1,
    languages: ["en", "es"],
    sections: [{ id: "s", name, minutes: 5, description: "All of it.", questions }],
  }) as unknown as InterviewDraft;

test("a comparison names what was added, moved, removed and changed, with the words of each language", () => {
  const before = draftOf("Facts", question("a"), question("b"), question("c"), question("d"));
  const after = draftOf(
    { en: "Facts", es: "Datos" },
    question("b", { options: [{ value: "one", label: { en: "One", es: "Única" } }] }),
    question("a", { need: "required" }),
    question("d"),
    question("e"),
  );
  const changes = compareInterviews(before, after, () => 0);
  expect(changes.added.map(({ id }) => id)).toEqual(["e"]);
  expect(changes.removed.map(({ id }) => id)).toEqual(["c"]);
  expect(changes.moved).toHaveLength(1);
  expect(changes.changed).toEqual([
    {
      id: "s",
      title: "Facts",
      isSection: true,
      texts: [
        {
          language: "es",
          before: "Facts\nAll of it.",
          after: "Datos\nAll of it.",
          runs: [
            { kind: "removed", text: "Facts" },
            { kind: "added", text: "Datos" },
            { kind: "kept", text: "\nAll of it." },
          ],
        },
      ],
    },
    {
      id: "b",
      title: "b?",
      isSection: false,
      texts: [
        expect.objectContaining({
          language: "es",
          before: "¿b?\nChoose.\nUno",
          after: "¿b?\nChoose.\nÚnica",
        }),
      ],
    },
    { id: "a", title: "a?", isSection: false, texts: [] },
  ]);
});

test("a comparison of equal interviews names nothing, whatever the order of their properties", () => {
  const { kind, ...rest } = question("a");
  const compared = compareInterviews(
    draftOf("Facts", question("a")),
    draftOf("Facts", { ...rest, kind }),
    () => 0,
  );
  expect(compared).toEqual({ added: [], removed: [], changed: [], moved: [] });
});
