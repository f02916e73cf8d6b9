import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { Brief } from "#contract/manage/answers/brief.ts";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { briefed, briefFullOf } from "../../tests/support/data/briefed.ts";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { briefPage } from "./brief-page.ts";
import { briefWordsIn } from "./brief-words.ts";

const STYLE = "p { color: red }";
const DRESS = {
  styleSheet: STYLE,
  providerName: "Northside Studio",
  madeAt: "2026-03-02T08:00:00.000Z",
  words: briefWordsIn("en", "UTC"),
};
const pageOf = (brief: Brief) => briefPage(brief, DRESS);
const tagsOf = (page: string) => page.match(/<[^>]*>/g);
const ENTITIES: { [entity: string]: string } = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};
/** The text between the tags, as an HTML parser reads it. */
const textsOf = (brief: Brief) =>
  pageOf(brief)
    .html.split(/<[^>]*>/)
    .map((text) => text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? ""));

const TAKE = "7f0c5b1e-3c56-4d0f-9d1b-0b9f6f3f2a10";

describe("the page of a brief", () => {
  test("has every question with its prompt, and everything answered", () => {
    const texts = textsOf(briefed({ input: fullRecord((id) => `First line\nand the rest about ${id}`) }));
    for (const { id, title, kind } of questionsOf(builtInInterview)) {
      if (kind === "free-answer")
        expect(texts).toEqual(expect.arrayContaining([title, `First line\nand the rest about ${id}`]));
    }
    const answerTexts = [
      "Less than $500K",
      "Square",
      " 4 of 5 stars",
      "Excel",
      "Not rated",
      "https://rosa.example",
      "7 of 10",
    ];
    expect(texts).toEqual(
      expect.arrayContaining([...answerTexts, "★★★★☆", "Anything to add about your tools?"]),
    );
    expect(texts).toContain("Every question has an answer.");
    expect(texts).not.toContain("Not answered yet");
  });

  test("names the provider, the client, their progress and what is open", () => {
    const texts = textsOf(briefed({}));
    expect(texts).toEqual(
      expect.arrayContaining([
        "Northside Studio · Client brief",
        "Rosa’s Bakery",
        "Not submitted yet",
        "Last saved March 1, 2026 at 12:00 PM UTC",
        "0 of 13 questions answered",
        "Created March 2, 2026 at 8:00 AM UTC from version 3 of the answers.",
      ]),
    );
    expect(texts.filter((text) => text === "Not answered yet")).toHaveLength(13);
  });

  test("names a submission, and a change since then", () => {
    const submittedAt = "2026-02-28T09:00:00.000Z";
    const texts = textsOf(briefed({ client: { submittedAt } }));
    expect(texts).toContain("Submitted February 28, 2026 at 9:00 AM UTC");
    expect(texts).toContain("Changed since then, on March 1, 2026 at 12:00 PM UTC");
  });

  test("says how each answer was given, and why one has no words", () => {
    const responses = [
      { id: "a", content: "By hand.", source: "typed" as const },
      { id: "b", content: "By voice.", source: "dictated" as const },
      { id: "c", content: "Long ago." },
      { id: TAKE, type: "audio" as const, content: "" },
    ];
    const takes = [{ takeId: TAKE, state: "failed" as const, durationMs: 100_400 }];
    const texts = textsOf(briefed({ input: { "booking-process": { responses } }, takes }));
    const time = "March 1, 2026 at 12:00 PM UTC";
    expect(texts).toEqual(
      expect.arrayContaining([
        `Typed · ${time}`,
        `Dictated · ${time}`,
        `Written · ${time}`,
        `Recorded, 1 min 40 sec · ${time}`,
        "This recording couldn’t be transcribed.",
      ]),
    );
  });

  test("has an anchor for each link", () => {
    const full = briefed({ input: fullRecord() });
    // sections whose questions are all shown at the top of the brief
    const forms = full.sections.map((section) => ({
      ...section,
      questions: section.questions.filter(({ kind }) => kind === "business-profile"),
    }));
    for (const [brief, count] of [
      [briefed({}), 19],
      [full, 6],
      [{ ...full, sections: forms }, 0],
    ] as const) {
      const { html } = pageOf(brief);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
      expect(links).toHaveLength(count);
      for (const link of links) expect(html).toContain(`id="${link.slice(1)}"`);
    }
  });

  test("brings its own styles, allows only those, and can neither run scripts nor fetch anything", () => {
    const { html, policy } = pageOf(briefed({ input: fullRecord() }));
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'none'`,
    );
    expect(html).toContain(`content="${policy.replaceAll("'", "&#39;")}"`);
    expect(html).toContain(`<style>${STYLE}</style>`);
    expect(html).not.toMatch(/<script|<link|<img|\bsrc=|\bon\w+=|\bstyle=|href="(?!#)/i);
  });
});

describe("hostile text on the page", () => {
  test("changes no tag, and is there word for word except for what cannot be shown", () => {
    const plain = tagsOf(pageOf(briefFullOf("x")).html);
    const filled = hostileText().map((text) => `x${text.replaceAll(/[.!?…。！？]/g, "")}`);
    fc.assert(
      fc.property(filled, (text) => {
        const brief = { ...briefFullOf(text), quotes: briefFullOf("x").quotes };
        expect(tagsOf(pageOf(brief).html)).toEqual(plain);
        // the name, the tools, the remark, the address and the answer
        expect(textsOf(brief).filter((each) => each === shownText(text))).toHaveLength(5);
      }),
      { numRuns: 50 },
    );
  });

  test("of the maximum size is all there", () => {
    const content = "🏳️‍🌈 <b>&".padEnd(20_000, "word ");
    const responses = Array.from({ length: 200 }, (_, place) => ({ id: `a${place}`, content }));
    const texts = textsOf(briefed({ input: { "booking-process": { responses } } }));
    expect(texts.filter((text) => text === content)).toHaveLength(200);
  });
});
