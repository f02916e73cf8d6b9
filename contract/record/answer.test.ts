import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interviewWithRecord, recordInput, trickyGraphemes } from "../../tests/support/data/arbitraries.ts";
import { emptyForms } from "../../tests/support/data/built-in-forms.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import {
  entryPlaces,
  type Interview,
  questionsIn,
  questionsOf,
  questionsOfKind,
  writtenQuestions,
} from "../interview/interview.ts";
import {
  type Answer,
  answersOf,
  canSaveEdit,
  describeAnswer,
  editAnswer,
  emptyAnswers,
  isTranscriptPending,
  recordOf,
  TRANSCRIPT_PENDING,
} from "./answer.ts";
import { isLeftOut } from "./forms.ts";
import { type ClientRecord, completeRecord, type RecordInput, recordSchema } from "./record.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const EARLIER = "2026-02-01T12:00:00.000Z";

function bookingAnswers(responses: object[]): Answer[] {
  const input = { "booking-process": { responses } } as RecordInput;
  return answersOf(builtInInterview, input, NOW).written["booking-process"] ?? [];
}

function bookingAnswer(response: object): Answer {
  const [answer] = bookingAnswers([response]);
  if (!answer) throw new Error("The answer was dropped");
  return answer;
}

describe("an answer restored from a record", () => {
  test("gets an id, is text with the current time, and has its content as its transcript", () => {
    expect(bookingAnswer({ content: "We call back." })).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{22}$/),
      questionId: "booking-process",
      questionText:
        "Think of the last person who booked with you. What happened, step by step, from first contact to a date on the calendar?",
      sectionName: "Leads → Booking",
      type: "text",
      content: "We call back.",
      transcript: "We call back.",
      timestamp: NOW,
      name: "We call back.",
    });
  });

  test("keeps the id, type, timestamp and source it has", () => {
    const stored = { id: "a", type: "audio", content: "x", timestamp: EARLIER, source: "dictated" };
    expect(bookingAnswer(stored)).toMatchObject(stored);
  });

  test("gets the same id on two devices", () => {
    const onAnother = answersOf(
      builtInInterview,
      { "booking-process": { responses: [{ content: "x" }] } },
      EARLIER,
    );
    expect(bookingAnswer({ content: "x" }).id).toBe(onAnother.written["booking-process"]?.[0]?.id);
  });

  test("keeps its place in the order of the answers", () => {
    const contents = ["one", "two", "three"];
    expect(bookingAnswers(contents.map((content) => ({ content }))).map(({ content }) => content)).toEqual(
      contents,
    );
  });

  test("is dropped when it is blank text", () => {
    expect(bookingAnswers([{ content: "  \n" }, { content: "x" }])).toHaveLength(1);
  });

  test("remarks about the tools belong to the tool picker's question", () => {
    const { written } = answersOf(
      builtInInterview,
      { "current-tools": { responses: [{ content: "x" }] } },
      NOW,
    );
    expect(written["current-tools"]).toMatchObject([
      { questionId: "current-tools", sectionName: "Business Snapshot" },
    ]);
  });
});

describe("an answer's name", () => {
  test("is its whole content up to 50 characters, then the first 50 and an ellipsis", () => {
    expect(bookingAnswer({ content: "x".repeat(50) }).name).toBe("x".repeat(50));
    expect(bookingAnswer({ content: "x".repeat(51) }).name).toBe(`${"x".repeat(50)}...`);
  });

  test.each(trickyGraphemes)("counts %j as one character", (grapheme) => {
    const content = `${grapheme}-`.repeat(25);
    expect(bookingAnswer({ content: `${content}!` }).name).toBe(`${content}...`);
  });

  test("is empty for a recording without words", () => {
    expect(bookingAnswer({ type: "audio", content: "" }).name).toBe("");
  });
});

describe("a recording", () => {
  const take = { id: "take-1", type: "audio", content: "", timestamp: EARLIER };

  test("without words shows that its transcript is on the way, in the specification's words", () => {
    expect(TRANSCRIPT_PENDING).toBe("Generating transcript...");
    expect(bookingAnswer(take)).toMatchObject({ content: "", transcript: TRANSCRIPT_PENDING });
    expect(isTranscriptPending(bookingAnswer(take))).toBe(true);
  });

  test("is no longer pending once its transcript has arrived", () => {
    expect(isTranscriptPending(bookingAnswer({ ...take, content: "We call back." }))).toBe(false);
    expect(isTranscriptPending(editAnswer(bookingAnswer(take), "We call back."))).toBe(false);
  });

  test("typed text is never pending, not even in those words", () => {
    const typed = bookingAnswer({ content: TRANSCRIPT_PENDING });
    expect(isTranscriptPending(typed)).toBe(false);
    expect(recorded([typed])).toMatchObject({
      "booking-process": { responses: [{ content: TRANSCRIPT_PENDING }] },
    });
  });

  test("never stores the mark for a pending transcript", () => {
    const shown = { ...bookingAnswer(take), content: TRANSCRIPT_PENDING };
    expect(recorded([bookingAnswer(take)])).toMatchObject({ "booking-process": { responses: [take] } });
    expect(recorded([shown])).toMatchObject({ "booking-process": { responses: [take] } });
  });

  test("is stored without its length on the screen", () => {
    const response = recorded([{ ...bookingAnswer(take), duration: 4_000 }])["booking-process"];
    expect(response).toMatchObject({ responses: [take] });
    expect(JSON.stringify(response)).not.toContain("duration");
  });
});

describe("editing an answer", () => {
  const before = bookingAnswer({ id: "a", content: "We call back.", timestamp: EARLIER, source: "dictated" });

  test("sets content, transcript and name", () => {
    const content = `We never call. ${"x".repeat(50)}`;
    expect(editAnswer(before, content)).toMatchObject({
      content,
      transcript: content,
      name: `${content.slice(0, 50)}...`,
    });
  });

  test("keeps everything else, id and timestamp above all", () => {
    const after = editAnswer(before, "We never call.");
    expect({ ...after, content: "", transcript: "", name: "" }).toEqual({
      ...before,
      content: "",
      transcript: "",
      name: "",
    });
  });

  test("leaves the original answer object unchanged", () => {
    const copy = structuredClone(before);
    editAnswer(before, "We never call.");
    expect(before).toEqual(copy);
  });
});

describe("the described answer", () => {
  test("shows the section's name and the question's prompt", () => {
    const [written] = writtenQuestions(builtInInterview);
    if (!written) throw new Error("The interview asks nothing");
    const response = { type: "text" as const, content: "x", timestamp: NOW, id: "a" };
    expect(describeAnswer(written.section, written.question, response)).toEqual({
      ...response,
      questionId: "team-description",
      questionText: "Who works with you? What does each person handle on a normal day?",
      sectionName: "Business Snapshot",
      transcript: "x",
      name: "x",
    });
  });
});

describe("the screen of a new client", () => {
  test("has empty forms and no answers", () => {
    expect(answersOf(builtInInterview, {}, NOW)).toEqual({ forms: emptyForms, written: {} });
  });

  test("makes a record of the three forms, empty", () => {
    expect(recordOf(builtInInterview, emptyAnswers)).toEqual({
      "business-profile": emptyForms["business-profile"],
      "tool-selection": emptyForms["tool-selection"],
      "website-form": emptyForms["website-form"],
    });
  });

  test("makes an empty record where the interview has no forms", () => {
    const onlyFree: Interview = { sections: builtInInterview.sections.slice(1, 2) };
    expect(recordOf(onlyFree, emptyAnswers)).toEqual({});
    expect(answersOf(onlyFree, {}, NOW)).toEqual(emptyAnswers);
  });
});

describe("on the way from the record to the screen and back", () => {
  // The completed record comes back with two differences without content: a form that is asked and missing comes back
  // empty where the specification says so, and any other empty entry does not come back.
  function expectedBack(interview: Interview, input: RecordInput): ClientRecord {
    const completed = completeRecord(interview, input, { now: NOW });
    const kinds = ["business-profile", "tool-picker", "website"] as const;
    const asked = kinds.flatMap((kind) => questionsOfKind(interview, kind).map(({ entry }) => entry));
    const forms = Object.fromEntries(asked.map((entry) => [entry, {}]));
    const answered = Object.entries(completed).filter(
      ([name, entry]) => !isLeftOut(entryPlaces(interview).get(name)?.kind ?? "free-answer", entry),
    );
    return completeRecord(interview, { ...forms, ...Object.fromEntries(answered) }, { now: NOW });
  }
  const isMark = (input: RecordInput) =>
    Object.values(input).some(
      (entry) =>
        "responses" in entry &&
        entry.responses.some(({ type, content }) => type === "audio" && content === TRANSCRIPT_PENDING),
    );

  test("nothing is lost, not one letter", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, input]) => {
        fc.pre(!isMark(input));
        const back = recordOf(interview, answersOf(interview, input, NOW));
        expect(JSON.stringify(back)).toBe(JSON.stringify(expectedBack(interview, input)));
      }),
      { numRuns: 300 },
    );
  });

  test("a second round trip changes nothing", () => {
    fc.assert(
      fc.property(recordInput(builtInInterview), (input) => {
        const screen = answersOf(builtInInterview, input, NOW);
        const again = answersOf(builtInInterview, recordOf(builtInInterview, screen), EARLIER);
        fc.pre(!isMark(input));
        expect(again).toEqual(screen);
      }),
    );
  });

  test("the record made from a screen can be saved", () => {
    fc.assert(
      fc.property(interviewWithRecord(), ([interview, input]) => {
        const back = recordOf(interview, answersOf(interview, input, NOW));
        expect(recordSchema(interview).parse(back)).toEqual(back);
      }),
    );
  });

  test("what the interview does not define stays with the server", () => {
    const input: RecordInput = {
      "office-pets": { section: "s", question: "q", responses: [{ content: "A dog." }] },
    };
    expect(recordOf(builtInInterview, answersOf(builtInInterview, input, NOW))).not.toHaveProperty(
      "office-pets",
    );
  });

  test("answers to a question that is not in the interview make no entry", () => {
    const written = { pets: [bookingAnswer({ content: "A dog." })] };
    const back = recordOf(builtInInterview, { forms: emptyForms, written });
    expect(Object.keys(back).filter((name) => !entryPlaces(builtInInterview).has(name))).toEqual([]);
    expect(JSON.stringify(back)).not.toContain("A dog.");
  });

  test("deleting the last answer of a question takes its entry out of the record", () => {
    expect(recorded([])).not.toHaveProperty("booking-process");
  });

  test("the screen keeps answers under the ids of questions, not of entries", () => {
    const ids = new Set(questionsOf(builtInInterview).map(({ id }) => id));
    fc.assert(
      fc.property(recordInput(builtInInterview), (input) => {
        const { written } = answersOf(builtInInterview, input, NOW);
        expect(Object.keys(written).filter((id) => !ids.has(id))).toEqual([]);
      }),
    );
  });
});

function recorded(answers: Answer[]): ClientRecord {
  return recordOf(builtInInterview, { forms: emptyForms, written: { "booking-process": answers } });
}

describe("an edit", () => {
  const [section] = builtInInterview.sections;
  const question = section && questionsIn(section)[1];
  if (!section || !question) throw new Error("The built-in interview has no second question");
  const recorded = {
    type: "text",
    content: "By phone.",
    timestamp: "2026-03-01T12:00:00.000Z",
    id: "a",
  } as const;
  const answer = describeAnswer(section, question, recorded);

  test("can be saved when the text has changed", () => {
    expect(canSaveEdit(answer, "By phone, mostly.")).toBe(true);
    expect(canSaveEdit(answer, "By phone. ")).toBe(true);
  });

  test.for(["By phone.", "", " ", "\n\t", "\u00a0"])("cannot be saved unchanged or blank: %j", (text) => {
    expect(canSaveEdit(answer, text)).toBe(false);
  });
});
