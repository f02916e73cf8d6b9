import { expect, test } from "vitest";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import type { RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { withTranscript } from "./with-transcript.ts";

const answer = (id: string, more: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  type: "audio",
  content: "",
  timestamp: "2026-03-01T12:00:00.000Z",
  id,
  ...more,
});
const entry = (...responses: RecordedAnswer[]): WrittenEntry => ({ section: "s", question: "q", responses });
const WORDS = { takeId: "t1", text: "we bake" };

test("a transcript becomes the content of its answer, and nothing else changes", () => {
  const record: ClientRecord = {
    "website-form": { url: "x" },
    bookings: entry(answer("a", { type: "text", content: "typed" }), answer("t1"), answer("t2")),
    growth: entry(answer("t3")),
  };
  const before = structuredClone(record);
  const revised = withTranscript(record, WORDS);
  expect(revised).toEqual({
    ...before,
    bookings: entry(
      answer("a", { type: "text", content: "typed" }),
      answer("t1", { content: "we bake" }),
      answer("t2"),
    ),
  });
  // two records are compared by their text, so the order of keys must stay
  expect(JSON.stringify(revised)).toBe(JSON.stringify(before).replace('"content":""', '"content":"we bake"'));
  expect(record).toEqual(before);
});

test.each<[string, ClientRecord]>([
  ["that does not have the answer yet", { bookings: entry(answer("t2")) }],
  ["whose answer has the client's own words", { bookings: entry(answer("t1", { content: "my own" })) }],
  ["whose answer of that id was typed", { bookings: entry(answer("t1", { type: "text" })) }],
  ["without any answer", { "website-form": { url: "t1" } }],
  ["that is empty", {}],
])("a record %s stays unchanged", (_name, record) => {
  expect(withTranscript(record, WORDS)).toBeUndefined();
});
