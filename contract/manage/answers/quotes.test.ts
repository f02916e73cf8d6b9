import fc from "fast-check";
import { expect, test } from "vitest";
import { completedRecord, hostileText } from "../../../tests/support/data/arbitraries.ts";
import { builtInInterview } from "../../interview/built-in-interview.ts";
import { completeRecord } from "../../record/record.ts";
import { countWords } from "../../text.ts";
import { quotesOf } from "./quotes.ts";
import { readRecord } from "./read-record.ts";

/** The quotes of two questions in one section. */
const quotesFrom = (first: string, ...more: string[]) => {
  const entry = (texts: string[]) => ({ responses: texts.map((content) => ({ content })) });
  const input = { "customer-acquisition": entry([first]), "booking-process": entry(more) };
  const record = completeRecord(builtInInterview, input, { now: "2026-03-01T12:00:00Z" });
  return quotesOf(readRecord(builtInInterview, record).sections);
};
const texts = (first: string, ...more: string[]) => quotesFrom(first, ...more).map(({ text }) => text);

test("the longest whole sentence of a section is quoted, with its place", () => {
  const long = "Every wedding cake that I deliver brings two more enquiries within the month.";
  expect(
    quotesFrom(`Word of mouth, mostly I would say. ${long} Then it is quiet.`, "They phone us here."),
  ).toEqual([
    {
      sectionId: "leads-booking",
      sectionName: "Leads → Booking",
      questionId: "customer-acquisition",
      title: "How customers find you",
      answerId: expect.any(String),
      text: long,
    },
  ]);
});

test("the longer sentence wins, whichever question it belongs to", () => {
  const longer = "They phone, and the first who is free writes it into the calendar by hand.";
  expect(texts("We are found by people who walk past.", longer)).toEqual([longer]);
});

test.each([
  ["too short to say anything", "We bake bread."],
  ["without an end", "we mostly bake bread and some cakes for the whole town"],
  ["with the end alone", "and then some of it goes wrong again on every Friday."],
  ["of more words than are read at a glance", `${"Very ".repeat(45)}long.`],
  ["of words without end", `We bake some bread and ${"x".repeat(300)}.`],
])("a sentence %s is not quoted", (_what, content) => {
  expect(texts(content)).toEqual([]);
});

test.each([
  "“We want to open a second shop by the river.”",
  "Do I know where a customer comes from?",
  "24 cakes a week is what we can bake!",
  "È il pane che tutti vogliono la domenica.",
])("%j is a whole sentence", (content) => {
  expect(texts(content)).toEqual([content]);
});

test("a quote is the client's exact words, at most one per section, and within its limits", () => {
  const arbitrary = fc.oneof(
    completedRecord(builtInInterview),
    hostileText().map((content) =>
      completeRecord(
        builtInInterview,
        { "growth-vision": { responses: [{ content: `We want more bread for ${content} here. Yes.` }] } },
        { now: "" },
      ),
    ),
  );
  fc.assert(
    fc.property(arbitrary, (record) => {
      const { sections } = readRecord(builtInInterview, record);
      const answers = sections.flatMap(({ questions }) => questions.flatMap((question) => question.answers));
      const quotes = quotesOf(sections);
      expect(new Set(quotes.map(({ sectionId }) => sectionId)).size).toBe(quotes.length);
      for (const { answerId, text } of quotes) {
        expect(answers.some(({ id, content }) => id === answerId && content.includes(text))).toBe(true);
        expect(countWords(text)).toBeLessThanOrEqual(40);
      }
    }),
  );
});
