import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { draftFaults } from "#contract/manage/interview-draft/draft-faults.ts";
import { interviewDraftSchema } from "#contract/manage/interview-draft/draft-schema.ts";
import { readTable } from "./read-table.ts";

function draftOf(text: string, language: Language = "en"): InterviewDraft {
  const read = readTable(text, language);
  if (typeof read === "string") throw new Error(read);
  return read;
}
const cardsOf = (text: string, language?: Language) =>
  draftOf(text, language).sections.flatMap(({ questions }) => questions);
const kindsOf = (text: string) => cardsOf(text).map(({ kind }) => kind);

describe("the row of a question", () => {
  test("has its section, words, kind, options and whether an answer is required", () => {
    const draft = draftOf(
      [
        "Section,Question,Help,Type,Options,Required,Owner",
        "Shop,What do you sell?,Everything counts,Paragraph,,yes,Ana",
        'Shop,How do people pay?,,Checkboxes,"Cash; Card; Check",,Ana',
        "Contact,Your email?,,Short answer,,,Ana",
      ].join("\n"),
    );
    expect(draft.sections.map(({ name }) => name)).toEqual(["Shop", "Contact"]);
    expect(draft.sections[0]?.questions).toMatchObject([
      {
        kind: "free-answer",
        title: "What do you sell",
        prompt: "What do you sell?",
        help: "Everything counts",
        need: "required",
        entry: "what-do-you-sell",
      },
      {
        kind: "choice",
        max: "many",
        options: [{ value: "cash", label: "Cash" }, { label: "Card" }, { label: "Check" }],
      },
    ]);
    expect(draftFaults(draft)).toEqual([]);
  });

  test("can be in Spanish, with semicolons or tabs", () => {
    const [card] = cardsOf("Pregunta;Tipo;Obligatoria\n¿Qué venden?;Párrafo;Sí", "es");
    expect(card).toMatchObject({ kind: "free-answer", title: "Qué venden", need: "required" });
    expect(kindsOf("Question\tType\nWhen did you begin?\tDate")).toEqual(["date"]);
  });

  test.for([
    ["multiple choice", "choice"],
    ["Dropdown", "choice"],
    ["yes/no", "yes-no"],
    ["Linear scale", "scale"],
    ["Email", "short-text"],
    ["Section header", "statement"],
    ["anything else", "free-answer"],
  ] as const)("of the type %s becomes %s", ([type, kind]) => {
    expect(kindsOf(`Question,Type,Options\nTell us,${type},A|B`)).toEqual([
      type === "anything else" ? "choice" : kind,
    ]);
  });

  test("without a type is read by its words", () => {
    expect(
      kindsOf("Question\nDo you deliver?\nHow many employees?\nYour phone\nWebsite\nWhat worries you?"),
    ).toEqual(["yes-no", "short-text", "short-text", "short-text", "free-answer"]);
  });

  test("of a choice without options becomes a written question", () => {
    expect(kindsOf("Question,Type\nWhich one?,Multiple choice")).toEqual(["free-answer"]);
  });
});

describe("a table with a single row", () => {
  test("is read as the header of a form's answers: one question per cell", () => {
    expect(
      cardsOf('Timestamp,"What is your name?","What do you sell, and to whom?"').map(({ title }) => title),
    ).toEqual(["What is your name", "What do you sell, and to whom"]);
  });

  test("of 150 columns fills sections of 50", () => {
    const columns = Array.from({ length: 150 }, (_, at) => `Question number ${at + 1}?`);
    const draft = draftOf(["Timestamp", ...columns].join(","));
    expect(draft.sections.map(({ name, questions }) => [name, questions.length])).toEqual([
      ["Questions 1", 50],
      ["Questions 2", 50],
      ["Questions 3", 50],
    ]);
    expect(draftFaults(draft)).toEqual([]);
  });
});

describe("a table without an interview", () => {
  test.for([
    ["", "empty"],
    [" \n ,, ", "empty"],
    ["Timestamp", "empty"],
    ["Question,Type", "empty"],
    ['Question\n"never ends', "quote"],
    [`Question\n${Array.from({ length: 1_501 }, (_, at) => `Question ${at}?`).join("\n")}`, "large"],
  ] as const)("%s: is refused", ([text, problem]) => {
    expect(readTable(text, "en")).toBe(problem);
  });

  test("any text gives an interview that can be saved, or a reason", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("Question", "Type", "Options", '"', "=1+1"),
    );
    const table = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 });
    fc.assert(
      fc.property(table, fc.constantFrom(",", ";", "\t"), (rows, separator) => {
        const read = readTable(rows.map((row) => row.join(separator)).join("\n"), "en");
        if (typeof read === "string") return;
        expect(interviewDraftSchema.safeParse(JSON.parse(JSON.stringify(read))).success).toBe(true);
      }),
    );
  });

  test("markup and formulas are plain text", () => {
    const [card] = cardsOf('Question\n=HYPERLINK("https://x")<script>alert(1)</script>');
    expect(card?.prompt).toContain("<script>");
  });
});
