import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interview as anyInterview } from "../../../tests/support/data/arbitraries.ts";
import { interviewSchema } from "../../interview/definitions/interview.ts";
import { withTexts } from "../../interview/translated.ts";
import {
  completeLanguages,
  type DraftCard,
  draftIn,
  type InterviewDraft,
  missingTexts,
  publishableDraft,
  textIn,
  withTextIn,
} from "./draft.ts";
import { draftFaults } from "./draft-faults.ts";
import { interviewDraftSchema } from "./draft-schema.ts";
import { entryNameOf } from "./entry-names.ts";
import { applyEdit, type InterviewEdit } from "./interview-edit.ts";

const card = (id: string, more: object = {}) =>
  ({ kind: "free-answer", id, entry: id, title: id, prompt: "What?", sample: "This.", ...more }) as DraftCard;
const section = (id: string, ...questions: DraftCard[]) => ({
  id,
  name: id,
  minutes: 5,
  description: "All",
  questions,
});
const draftOf = (...sections: ReturnType<typeof section>[]): InterviewDraft => ({
  format: 1,
  languages: ["en"],
  sections,
});
const anyDraft = anyInterview().map(
  (interview): InterviewDraft => ({ format: 1, languages: ["en"], ...interview }),
);
const both = { languages: ["en", "es"] as const };

describe("a text of a draft", () => {
  test("in one language is a plain string, and in several languages has one string for each", () => {
    expect(withTextIn("A", { language: "en", languages: ["en"] }, "B")).toBe("B");
    const text = withTextIn("Instagram", { language: "es", ...both }, "Insta");
    expect(text).toEqual({ en: "Instagram", es: "Insta" });
    expect(textIn(text, "es")).toBe("Insta");
    // a new text is missing in the other languages
    expect(withTextIn("", { language: "en", ...both }, "A")).toEqual({ en: "A" });
    expect(textIn(undefined, "en")).toBe("");
  });
});

describe("a language of a draft", () => {
  const translated = (es: object): InterviewDraft => ({
    ...draftOf(section("s", card("a", { title: { en: "A", ...es } }))),
    languages: ["en", "es"],
  });

  test("is complete where no text is missing, and only complete languages are published", () => {
    expect(completeLanguages(translated({}))).toEqual(["en"]);
    expect(missingTexts(translated({ es: " " }), "es")).toMatchObject([{ first: "A" }]);
    expect(publishableDraft(translated({})).languages).toEqual(["en"]);
    expect(publishableDraft(translated({})).sections[0]?.questions[0]?.title).toEqual({ en: "A" });
    expect(publishableDraft(translated({ es: "Á" }))).toEqual(translated({ es: "Á" }));
  });

  test("falls back to the first language where a text is missing", () => {
    expect(draftIn(translated({}), "es").sections[0]?.questions[0]?.title).toBe("A");
    expect(draftIn(translated({ es: "Á" }), "es").sections[0]?.questions[0]?.title).toBe("Á");
  });
});

describe("the problems of a draft", () => {
  const faultsOf = (draft: InterviewDraft, names = {}) =>
    draftFaults(draft, names).map(({ path, reason }) => [path.join("."), reason]);

  test("do not occur in a draft that can be published", () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        fc.pre(interviewSchema.safeParse(draftIn(draft, "en")).success);
        expect(draftFaults(draft)).toEqual([]);
        expect(interviewDraftSchema.safeParse(draft).success).toBe(true);
      }),
    );
  });

  test("are listed in the order of the draft, each with its place", () => {
    const draft = draftOf(
      section(
        "s",
        card("a", { title: " ", sample: "x".repeat(1_001) }),
        card("b", { showIf: { match: "all", tests: [{ question: "later", is: "answered" }] } }),
        card("c", { kind: "choice", sample: undefined, options: [] }),
      ),
      section("t"),
    );
    // removes undefined, which JSON does not have
    expect(faultsOf(JSON.parse(JSON.stringify(draft)))).toEqual([
      ["sections.0.questions.0.sample", "text-too-long"],
      ["sections.0.questions.0.title", "text-missing"],
      ["sections.0.questions.1.showIf.tests.0.question", "condition-question"],
      ["sections.0.questions.2.options", "too-few"],
      ["sections.1.questions", "too-few"],
    ]);
  });

  test("name an entry that occurs twice, has a wrong form, or was another kind of question", () => {
    expect(faultsOf(draftOf(section("s", card("a"), card("b", { entry: "a" }))))).toEqual([
      ["sections.0.questions.1.entry", "repeated"],
    ]);
    expect(faultsOf(draftOf(section("s", card("a", { entry: "No Name" }))))).toEqual([
      ["sections.0.questions.0.entry", "name-format"],
    ]);
    const names = { a: ["website"], b: ["free-answer"], constructor: ["date"] };
    expect(faultsOf(draftOf(section("s", card("a"), card("b"))), names)).toEqual([
      ["sections.0.questions.0.entry", "entry-taken"],
    ]);
  });

  test("name an interview without a required question, and one without any question", () => {
    const optional = draftOf(section("s", card("a", { need: "optional" })));
    expect(faultsOf(optional)).toEqual([["sections", "nothing-asked"]]);
    expect(faultsOf(draftOf())).toEqual([["sections", "too-few"]]);
  });

  test("name a missing currency", () => {
    const money = card("a", { kind: "short-text", format: "money" });
    expect(faultsOf(draftOf(section("s", money)))).toEqual([["sections.0.questions.0.currency", "currency"]]);
  });
});

describe("an edit", () => {
  const draft = draftOf(section("s", card("a"), card("b")), section("t", card("c")));
  const ids = ({ sections }: InterviewDraft) =>
    sections.map(({ id, questions }) => [id, ...questions.map((question) => question.id)].join(" "));

  test.for<[string, InterviewEdit, string[]]>([
    ["adds a card", { type: "card-added", sectionId: "t", at: 0, card: card("d") }, ["s a b", "t d c"]],
    [
      "moves a card in its section",
      { type: "card-moved", cardId: "a", sectionId: "s", at: 1 },
      ["s b a", "t c"],
    ],
    ["moves a card to another", { type: "card-moved", cardId: "a", sectionId: "t", at: 1 }, ["s b", "t c a"]],
    ["removes a card", { type: "card-removed", cardId: "b" }, ["s a", "t c"]],
    ["adds a section", { type: "section-added", at: 1, section: section("u") }, ["s a b", "u", "t c"]],
    ["moves a section", { type: "section-moved", sectionId: "t", at: 0 }, ["t c", "s a b"]],
    ["removes a section", { type: "section-removed", sectionId: "s" }, ["t c"]],
  ])("%s", ([, edit, after]) => {
    expect(ids(applyEdit(draft, edit))).toEqual(after);
    expect(ids(draft)).toEqual(["s a b", "t c"]);
  });

  test("changes a card, a section, the surrounding texts, and the languages", () => {
    expect(applyEdit(draft, { type: "card-changed", card: card("a", { title: "New" }) }).sections[0]).toEqual(
      section("s", card("a", { title: "New" }), card("b")),
    );
    const { questions, ...own } = section("s", card("a"));
    const renamed = applyEdit(draft, { type: "section-changed", section: { ...own, name: "New" } });
    expect(renamed.sections[0]).toEqual({ ...section("s", ...questions, card("b")), name: "New" });
    const worded = applyEdit(draft, {
      type: "words-changed",
      words: { after: ["We call."], replyWithin: 2 },
    });
    expect(worded).toMatchObject({ after: ["We call."], replyWithin: 2 });
    expect(
      applyEdit(worded, { type: "words-changed", words: { after: undefined, replyWithin: undefined } }),
    ).toEqual(draft);
    const bilingual = applyEdit(draft, { type: "language-added", language: "es" });
    expect(bilingual.languages).toEqual(["en", "es"]);
    expect(bilingual.sections[1]).toMatchObject({ id: "t", name: { en: "t" }, minutes: 5 });
    expect(bilingual.sections[0]?.questions[0]).toMatchObject({ entry: "a", title: { en: "a" } });
    expect(draftIn(bilingual, "en")).toEqual(draftIn(draft, "en"));
    expect(applyEdit(bilingual, { type: "language-added", language: "es" })).toBe(bilingual);
    const translated = withTexts(bilingual, (texts) => ({ ...texts, es: "¿?" })) as InterviewDraft;
    expect(applyEdit(translated, { type: "language-removed", language: "es" })).toEqual({
      ...bilingual,
      languages: ["en"],
    });
    expect(applyEdit(translated, { type: "language-removed", language: "en" })).toBe(translated);
    expect(applyEdit(draft, { type: "language-removed", language: "es" })).toBe(draft);
  });

  test("of something deleted changes nothing", () => {
    for (const edit of [
      { type: "card-changed", card: card("gone") },
      { type: "card-removed", cardId: "gone" },
      { type: "card-moved", cardId: "gone", sectionId: "s", at: 0 },
      { type: "card-moved", cardId: "a", sectionId: "gone", at: 0 },
      { type: "card-added", sectionId: "gone", at: 0, card: card("d") },
      { type: "section-moved", sectionId: "gone", at: 0 },
      { type: "section-removed", sectionId: "gone" },
    ] satisfies InterviewEdit[])
      expect(applyEdit(draft, edit)).toEqual(draft);
  });
});

describe("an entry name", () => {
  const free = () => false;

  test.for([
    ["Número de empleados", "numero-de-empleados"],
    ["  What's your #1 goal?! ", "what-s-your-1-goal"],
    ["日本", "question"],
    ["constructor", "constructor-2"],
    ["a".repeat(80), "a".repeat(60)],
  ] as const)("of %s is %s", ([title, name]) => {
    expect(entryNameOf(title, free)).toBe(name);
  });

  test("differs from those in use, and keeps within its maximum length", () => {
    const taken = new Set(["team", "team-2"]);
    expect(entryNameOf("Team", (name) => taken.has(name))).toBe("team-3");
    const long = "a".repeat(60);
    expect(entryNameOf(long, (name) => name === long)).toBe(`${"a".repeat(58)}-2`);
  });

  test("is valid in an interview, whatever the title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (title) => {
        const draft = draftOf(section("s", card("a", { entry: entryNameOf(title, free) })));
        expect(draftFaults(draft)).toEqual([]);
      }),
    );
  });
});
