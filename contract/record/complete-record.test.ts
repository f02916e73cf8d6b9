import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  answerInput,
  interviewWithRecord,
  keysShuffled,
  recordInput,
} from "../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import { ANSWER_ID_MAX_LENGTH } from "../limits.ts";
import { isBlank } from "../text.ts";
import { type ClientRecord, completeRecord, type RecordInput, recordSchema } from "./record.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const LATER = "2026-03-02T12:00:00.000Z";
type AnswerInput = Extract<RecordInput[string], { responses: unknown }>["responses"];

const complete = (input: RecordInput, now = NOW, previous?: ClientRecord) =>
  completeRecord(builtInInterview, input, { now, previous });
const answersIn = (record: ClientRecord, name = "booking-process") =>
  (record[name] as WrittenEntry | undefined)?.responses ?? [];
const completeAnswers = (responses: NonNullable<AnswerInput>) =>
  answersIn(complete({ "booking-process": { responses } }));

describe("completing an answer", () => {
  test("makes it a text answer with the current time and an id", () => {
    const [completed] = completeAnswers([{ content: "We call back." }]);
    expect(completed).toEqual({
      type: "text",
      content: "We call back.",
      timestamp: NOW,
      id: expect.stringMatching(/^[0-9a-z]{22}$/),
    });
  });

  test("keeps every field that is present", () => {
    const given = {
      type: "audio" as const,
      content: "x",
      timestamp: LATER,
      id: "take-1",
      source: "dictated" as const,
      raw: "ex",
    };
    expect(completeAnswers([given])).toEqual([given]);
  });

  test("restores raw words that an older page leaves out, as long as the content is the same", () => {
    const stored = { type: "text" as const, content: "We call.", timestamp: NOW, id: "a", raw: "we call" };
    const previous = complete({ "booking-process": { responses: [stored] } });
    const { raw: _left, ...bare } = stored;
    const rawAfter = (responses: NonNullable<AnswerInput>) =>
      answersIn(complete({ "booking-process": { responses } }, LATER, previous)).map(({ raw }) => raw);
    expect(rawAfter([bare])).toEqual(["we call"]);
    expect(rawAfter([{ ...bare, content: "We ring." }])).toEqual([undefined]);
    expect(rawAfter([{ ...bare, id: "b" }])).toEqual([undefined]);
    expect(rawAfter([{ ...bare, raw: "we uh call" }])).toEqual(["we uh call"]);
  });

  test("never invents a source", () => {
    expect(completeAnswers([{ content: "x" }])[0]).not.toHaveProperty("source");
  });

  test("keeps its words exactly, including white space around them", () => {
    expect(completeAnswers([{ content: "  We\r\ncall back. \n" }])[0]?.content).toBe("  We\r\ncall back. \n");
  });

  test("says which section and question it belongs to, whatever the save says", () => {
    const written = { section: "website", question: "pets", responses: [{ content: "x" }] };
    expect(complete({ "growth-and-future-vision": written })).toMatchObject({
      "growth-and-future-vision": { section: "customers-growth", question: "growth-vision" },
    });
    expect(complete({ "current-tools": { responses: [] } })).toEqual({
      "current-tools": { section: "business-snapshot", question: "current-tools", responses: [] },
    });
  });

  test("drops a blank text answer and keeps a recording that has no words yet", () => {
    const kept = completeAnswers([
      { content: "" },
      { content: " \n\t\u00a0" },
      { type: "text", content: " ", id: "a" },
      { type: "audio", content: "", id: "take-1" },
      { type: "audio", content: "  ", id: "take-2" },
    ]);
    expect(kept.map(({ id }) => id)).toEqual(["take-1", "take-2"]);
  });
});

describe("a generated id", () => {
  const idOf = (name: string, responses: NonNullable<AnswerInput>, now = NOW) =>
    answersIn(complete({ [name]: { responses } }, now), name).at(-1)?.id;

  test("is the same on two devices, whenever they complete the record", () => {
    const bare = [{ content: "We call back." }];
    expect(idOf("booking-process", bare, NOW)).toBe(idOf("booking-process", bare, LATER));
  });

  test("never changes between releases, since stored records contain it", () => {
    expect(idOf("booking-process", [{ content: "We call back." }])).toBe("0twne23lvvs21acfj5fpxj");
  });

  test("differs for different questions, places, timestamps and words", () => {
    const ids = [
      idOf("booking-process", [{ content: "x" }]),
      idOf("website-vision", [{ content: "x" }]),
      idOf("booking-process", [{ content: "x" }, { content: "x" }]),
      idOf("booking-process", [{ content: "x", timestamp: NOW }]),
      idOf("booking-process", [{ content: "x", timestamp: LATER }]),
      idOf("booking-process", [{ content: "y" }]),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is never shared by two answers of a question", () => {
    const bare = answerInput().map((answer) => ({ ...answer, id: undefined }));
    fc.assert(
      fc.property(fc.array(bare, { maxLength: 30 }), (responses) => {
        const ids = completeAnswers(responses).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

test("an answer without an id in the place of a deleted one does not get the deleted one's generated id", () => {
  const [, second] = completeAnswers([{ content: "x" }, { content: "y" }]);
  const moved = { ...second, content: "edited" } as NonNullable<AnswerInput>[number];
  const ids = completeAnswers([moved, { content: "y" }]).map((answer) => answer.id);
  expect(ids[0]).toBe(second?.id);
  expect(new Set(ids).size).toBe(2);
});

describe("an answer without a timestamp", () => {
  const bare = { "booking-process": { responses: [{ content: "We call back." }] } };

  test("keeps the timestamp from when it was first stored", () => {
    expect(complete(bare, LATER, complete(bare, NOW))).toEqual(complete(bare, NOW));
  });

  test("keeps it by its own id too, also when its words have changed", () => {
    const named = (content: string) => ({ "booking-process": { responses: [{ id: "a", content }] } });
    const stored = complete(named("We call back."), NOW);
    expect(answersIn(complete(named("We never call."), LATER, stored))[0]?.timestamp).toBe(NOW);
  });

  test("takes no timestamp from another question or from a form of that name", () => {
    const stored = complete({ "website-vision": { responses: [{ id: "a", content: "x" }] } }, NOW);
    const given = { "booking-process": { responses: [{ id: "a", content: "x" }] } };
    expect(answersIn(complete(given, LATER, stored))[0]?.timestamp).toBe(LATER);
    const form: ClientRecord = { "booking-process": { url: "" } };
    expect(answersIn(complete(given, LATER, form))[0]?.timestamp).toBe(LATER);
  });

  test("an answer with a timestamp keeps its own", () => {
    const given = { "booking-process": { responses: [{ id: "a", content: "x", timestamp: LATER }] } };
    const stored = complete({
      "booking-process": { responses: [{ id: "a", content: "x", timestamp: NOW }] },
    });
    expect(answersIn(complete(given, NOW, stored))[0]?.timestamp).toBe(LATER);
  });
});

describe("completing a form", () => {
  test("adds the fields that are missing, empty", () => {
    expect(complete({ "business-profile": {}, "tool-selection": {}, "website-form": {} })).toEqual({
      "business-profile": { employees: "", locations: "", revenue: "" },
      "tool-selection": { selectedTools: [], customTools: "", toolRatings: {} },
      "website-form": { url: "" },
    });
  });

  test("leaves out the satisfaction of an untouched slider", () => {
    expect(complete({ "website-form": { url: "x" } })["website-form"]).not.toHaveProperty("satisfaction");
    expect(complete({ "website-form": { satisfaction: 5 } })).toEqual({
      "website-form": { url: "", satisfaction: 5 },
    });
  });

  test("keeps the order in which the tools were chosen", () => {
    const entry = { selectedTools: ["xero", "other", "asana"] };
    expect(complete({ "tool-selection": entry })).toMatchObject({ "tool-selection": entry });
  });

  test("adds no entry that the save did not hold", () => {
    expect(complete({})).toEqual({});
  });
});

describe("an entry that the interview does not define", () => {
  test("is passed on, with answers completed and forms unchanged", () => {
    const input: RecordInput = {
      "office-pets": {
        section: "team",
        question: "pets",
        responses: [{ content: "A dog." }, { content: " " }],
      },
      "fax-form": { url: "none" },
    };
    expect(complete(input)).toEqual({
      "fax-form": { url: "none" },
      "office-pets": {
        section: "team",
        question: "pets",
        responses: [{ type: "text", content: "A dog.", timestamp: NOW, id: expect.any(String) }],
      },
    });
  });

  test("comes after the defined entries, by name", () => {
    const empty = () => ({ section: "", question: "", responses: [] });
    const input = { zebra: empty(), "website-vision": empty(), ant: empty(), "booking-process": empty() };
    expect(Object.keys(complete(input))).toEqual(["booking-process", "website-vision", "ant", "zebra"]);
  });
});

describe("a completed record", () => {
  test("is not changed by completing it again, now or later", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, input]) => {
        const once = completeRecord(interview, input, { now: NOW });
        const twice = completeRecord(interview, once, { now: LATER, previous: once });
        expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
      }),
    );
  });

  test("has the same text whatever the order of its keys", () => {
    const permuted = interviewWithRecord().chain(([interview, input]) =>
      fc.tuple(fc.constant(interview), fc.constant(input), keysShuffled(input)),
    );
    fc.assert(
      fc.property(permuted, ([interview, input, shuffled]) => {
        const one = completeRecord(interview, input, { now: NOW });
        const other = completeRecord(interview, shuffled, { now: NOW });
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      }),
    );
  });

  test("is valid by the schema that accepted its input", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, input]) => {
        const completed = completeRecord(interview, input, { now: NOW });
        expect(recordSchema(interview).parse(completed)).toEqual(completed);
      }),
    );
  });

  test("survives a round trip through JSON", () => {
    fc.assert(
      fc.property(recordInput(builtInInterview), (input) => {
        const completed = complete(input);
        expect(JSON.parse(JSON.stringify(completed))).toEqual(completed);
      }),
    );
  });

  test("holds every answer that is not blank, in its order", () => {
    fc.assert(
      fc.property(recordInput(builtInInterview), (input) => {
        const completed = complete(input);
        for (const [name, entry] of Object.entries(input)) {
          if (!("responses" in entry)) continue;
          const given = entry.responses.filter(({ type, content }) => type === "audio" || !isBlank(content));
          expect(answersIn(completed, name).map(({ content }) => content)).toEqual(
            given.map(({ content }) => content),
          );
        }
      }),
    );
  });

  test("gives every answer an id that a save accepts", () => {
    fc.assert(
      fc.property(recordInput(builtInInterview), (input) => {
        const ids = Object.keys(input).flatMap((name) =>
          answersIn(complete(input), name).map(({ id }) => id),
        );
        expect(ids.every((id) => id.length > 0 && id.length <= ANSWER_ID_MAX_LENGTH)).toBe(true);
      }),
    );
  });

  test("leaves its input unchanged", () => {
    fc.assert(
      fc.property(recordInput(builtInInterview), (input) => {
        const before = JSON.stringify(input);
        complete(input);
        expect(JSON.stringify(input)).toBe(before);
      }),
    );
  });
});
