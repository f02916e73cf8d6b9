import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interviewWithRecord, recordInput } from "../../../tests/support/data/arbitraries.ts";
import { answersOf, recordOf } from "../../record/answer.ts";
import { completionOf } from "../../record/completion.ts";
import { mergeRecords } from "../../record/merge.ts";
import { completeRecord, hasContent, type RecordInput, recordSchema } from "../../record/record.ts";
import { builtInInterview } from "../built-in-interview.ts";
import { comparableValues } from "../definitions/condition-faults.ts";
import { cardSchema } from "../definitions/interview.ts";
import { type EntryPlace, entryPlaces, type Interview } from "../interview.ts";
import type { Question } from "../question.ts";
import { type Entry, kindNamed, kinds } from "./kinds.ts";

const NOW = "2026-03-01T12:00:00.000Z";

/** Each entry of a completed record, with its place in the interview. */
function answered(interview: Interview, record: { [name: string]: Entry }): [EntryPlace, Entry][] {
  return [...entryPlaces(interview).values()].flatMap((place) => {
    const entry = record[place.name];
    return entry ? [[place, entry] as [EntryPlace, Entry]] : [];
  });
}

/** An interview with the records of two devices. */
const twoRecords = interviewWithRecord().chain(([interview, mine]) =>
  recordInput(interview).map((theirs) => ({
    interview,
    mine: completeRecord(interview, mine, { now: NOW }),
    theirs: completeRecord(interview, theirs, { now: NOW }),
  })),
);

test.each([...Object.keys(kinds), "statement"])("an author who misspells a kind sees %s", (kind) => {
  const message = cardSchema.safeParse({ kind: "hologram" }).error?.issues[0]?.message;
  expect(message?.replace("The kind is one of ", "").split(", ")).toContain(kind);
});

describe("for every kind of question", () => {
  test("an entry that is complete stays as it is, and a save may hold it", () => {
    fc.assert(
      fc.property(twoRecords, ({ interview, mine }) => {
        for (const [{ name, kind, section, question }, entry] of answered(interview, mine)) {
          const completing = { name, section: section.id, question: question.id, now: NOW, stored: [] };
          expect(kindNamed(kind).complete(entry, completing)).toEqual(entry);
          expect(kindNamed(kind).stored.safeParse(entry).success).toBe(true);
        }
        expect(recordSchema(interview).safeParse(mine).success).toBe(true);
      }),
    );
  });

  test("merging an entry that answers its question with another one never leaves it unanswered", () => {
    fc.assert(
      fc.property(twoRecords, ({ interview, mine, theirs }) => {
        for (const [{ name, kind, question }, entry] of answered(interview, mine)) {
          const { empty, merge, isComplete } = kindNamed(kind);
          const { entry: merged } = merge(
            { base: empty, mine: entry, theirs: theirs[name] ?? empty },
            question,
          );
          if (isComplete(entry, question)) expect(isComplete(merged, question)).toBe(true);
          if (hasContent({ entry })) expect(hasContent({ entry: merged })).toBe(true);
        }
      }),
    );
  });

  test("a mark that it doesn't apply goes with the first answer", () => {
    fc.assert(
      fc.property(twoRecords, ({ interview, mine }) => {
        for (const [{ name, kind, section, question }, entry] of answered(interview, mine)) {
          if (kind === "free-answer" || "notApplicable" in entry) continue;
          if (!kindNamed(kind).isComplete(entry, question)) continue;
          const completing = { name, section: section.id, question: question.id, now: NOW, stored: [] };
          const marked = { ...entry, notApplicable: true as const };
          expect(kindNamed(kind).complete(marked, completing)).toEqual(entry);
        }
      }),
    );
  });

  test("the values that a condition compares are among those that an author can name", () => {
    fc.assert(
      fc.property(twoRecords, ({ interview, mine }) => {
        for (const [{ kind, question }, entry] of answered(interview, mine)) {
          if (kind !== question.kind) continue;
          const { input, values } = kindNamed(kind);
          if (!input([question]).safeParse(entry).success) continue;
          expect(comparableValues(question)).toEqual(expect.arrayContaining(values(entry)));
        }
      }),
    );
  });

  test("a chosen value stays when its option is removed", () => {
    fc.assert(
      fc.property(twoRecords, ({ interview, mine }) => {
        for (const [{ kind, question }, entry] of answered(interview, mine)) {
          const { carryOver, isComplete, options } = kindNamed(kind);
          if (kind !== question.kind || !options) continue;
          const chosen = Object.keys(options(question)).some((field) => isFilled(entry, field));
          const kept = carryOver?.(withoutOptions(question), entry, undefined);
          if (chosen) expect(kept && isComplete(kept, question)).toBe(true);
        }
      }),
    );
  });
});

/** Whether the entry has an option that the question may retire; Other is always offered. */
function isFilled(entry: Entry, field: string): boolean {
  const value = (entry as { [field: string]: unknown })[field];
  return Array.isArray(value) ? value.some((tool) => tool !== "other") : value !== "";
}

/** The same question after its author has replaced every option. */
function withoutOptions(question: Question): Question {
  const text = JSON.stringify(question, (key, value) =>
    key === "options" || key === "tools" ? [{ value: "new", label: "New" }] : value,
  );
  return JSON.parse(text);
}

describe("of a kind that only a newer page supports", () => {
  const hologram = { kind: "hologram", id: "h", entry: "h", title: "Hologram", prompt: "Wave." };
  const [first, ...rest] = builtInInterview.sections;
  const interview = {
    sections: [{ ...first, questions: [...(first?.questions ?? []), hologram] }, ...rest],
  } as unknown as Interview;
  const waved = { h: { waves: 3, at: "noon" } } as unknown as RecordInput;

  test("an answer is sent back as it was loaded, and counts as complete", () => {
    const sent = recordOf(interview, answersOf(interview, waved, NOW));
    expect(sent.h).toEqual({ at: "noon", waves: 3 });
    expect(completionOf(interview, sent).complete).toEqual(["h"]);
    expect(recordOf(interview, answersOf(interview, {}, NOW))).not.toHaveProperty("h");
  });

  test("a value saved elsewhere is never replaced", () => {
    const mine = completeRecord(interview, waved, { now: NOW });
    const theirs = completeRecord(interview, { h: { waves: 4 } } as unknown as RecordInput, { now: NOW });
    expect(mergeRecords(interview, { base: {}, mine, theirs }).record.h).toEqual({ waves: 4 });
  });
});
