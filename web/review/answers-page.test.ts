import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { draftState } from "../../tests/support/fakes/draft-state.ts";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import type { Draft } from "../draft/draft.ts";
import { answersPage } from "./answers-page.ts";
import { reviewOf } from "./review.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");

beforeAll(speakEnglish);

type PageOptions = { record?: RecordInput; more?: Partial<Draft>; clientName?: string };

function pageOf({ record = {}, more = {}, clientName = "Rosa’s Bakery" }: PageOptions): string {
  const state = draftState(record, more);
  const sections = reviewOf(builtInInterview, state);
  return answersPage({ clientName, sections, completion: state.completion, now: NOW });
}

const count = (page: string, text: string) => page.split(text).length - 1;
/** The text between the tags, as an HTML parser reads it. */
const textsOf = (page: string) =>
  page
    .split(/<[^>]*>/)
    .map((text) => text.replace(/&lt;|&gt;|&quot;|&#39;|&amp;/g, (entity) => CHARACTERS[entity] ?? ""));
const CHARACTERS: { [entity: string]: string } = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};
const tagsOf = (page: string) => page.match(/<[^>]*>/g);

describe("the page", () => {
  test("shows recordings, with their words if there are any", () => {
    const responses = [
      { id: "t1", type: "audio" as const, content: "Two of us." },
      { id: "t2", type: "audio" as const, content: "" },
      { id: "a", content: "And a dog." },
    ];
    const texts = textsOf(pageOf({ record: { "team-and-business-setup": { responses } } }));
    expect(texts.filter((text) => text === "Recorded")).toHaveLength(2);
    expect(texts).toEqual(
      expect.arrayContaining(["Two of us.", "Recording without a transcript", "And a dog."]),
    );
    expect(texts.join("")).not.toContain("Generating transcript");
  });

  test("says which answers the account manager entered", () => {
    const by = { kind: "manager" as const, name: "<b>Mia</b>" };
    const responses = [{ content: "Two of us." }, { content: "And a dog.", by }];
    const texts = textsOf(pageOf({ record: { "team-and-business-setup": { responses } } }));
    expect(texts.filter((text) => text.startsWith("Added by"))).toEqual(["Added by <b>Mia</b>"]);
  });

  test("names the client, the day, and how much is answered", () => {
    const texts = textsOf(pageOf({ record: fullRecord() }));
    expect(texts).toContain("Rosa’s Bakery");
    expect(texts.join("")).toMatch(/13 of 13 answered · Downloaded .*2026/);
  });

  test("has every question with its prompt, and everything answered", () => {
    const page = pageOf({ record: fullRecord((id) => `First line\nand the rest about ${id}`) });
    const texts = textsOf(page);
    for (const { id, title, prompt, kind } of questionsOf(builtInInterview)) {
      expect(texts).toEqual(expect.arrayContaining([title, prompt]));
      if (kind === "free-answer") expect(texts).toContain(`First line\nand the rest about ${id}`);
    }
    for (const text of [
      "Less than $500K",
      "Square",
      "Excel",
      "Not rated yet",
      "Anything to add about your tools?",
      "First line\nand the rest about current-tools",
      "https://rosa.example",
      "7 of 10",
    ]) {
      expect(texts).toContain(text);
    }
    expect(texts.join("")).toContain("★★★★☆ 4 of 5 stars");
    expect(count(page, "Not answered yet")).toBe(0);
  });

  test("marks each question without an answer in words", () => {
    expect(count(pageOf({}), "Not answered yet")).toBe(13);
    expect(count(pageOf({ record: { "website-form": { url: "rosa.example" } } }), "Not answered yet")).toBe(
      12,
    );
  });

  test("marks text in a box and words of an open edit as such", () => {
    const record = { "booking-process": { responses: [{ id: "a", content: "By phone." }] } };
    const more = { boxes: { "growth-vision": "A second" }, edits: { a: "By phone and mail." } };
    const texts = textsOf(pageOf({ record, more }));
    expect(texts).toEqual(
      expect.arrayContaining(["By phone.", "Change not saved yet", "By phone and mail."]),
    );
    expect(texts).toEqual(expect.arrayContaining(["Not added yet", "A second"]));
  });

  test("needs nothing from elsewhere, and its policy forbids scripts and requests", () => {
    const page = pageOf({ record: fullRecord() });
    expect(page).toMatch(/<meta http-equiv="content-security-policy" content="default-src &#39;none&#39;;/);
    expect(page).not.toMatch(/<script|<link|<img|\bsrc=|\bhref=|@import|url\(/i);
  });
});

describe("hostile text", () => {
  /** A record with the same text everywhere a client can enter text. */
  const filledWith = (text: string) =>
    pageOf({
      clientName: text,
      record: {
        "team-and-business-setup": { responses: [{ id: "a", content: text }] },
        "tool-selection": { selectedTools: ["other", text], customTools: text },
        "website-form": { url: text },
      },
      more: { boxes: { "growth-vision": text }, edits: { a: `${text}!` } },
    });

  test("changes no tag of the page, and is shown exactly", () => {
    const plain = tagsOf(filledWith("x"));
    const filled = hostileText().map((text) => `x${text}`);
    fc.assert(
      fc.property(filled, (text) => {
        const page = filledWith(text);
        expect(tagsOf(page)).toEqual(plain);
        const shown = text.replaceAll("\0", "\ufffd");
        expect(textsOf(page).filter((each) => each === shown).length).toBe(6);
        expect(textsOf(page)).toContain(`${shown}!`);
      }),
      { numRuns: 50 },
    );
  });
});
