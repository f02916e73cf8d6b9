import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { questionsIn } from "#contract/interview/interview.ts";
import { builtInInterviews } from "./built-in-interviews.ts";
import { EARLIER_COLORS } from "./file-schema.ts";
import { interviewBody, interviewText } from "./interview-text.ts";
import {
  type InterviewFileContent,
  InterviewFileError,
  noInterviewFile,
  readInterviewFile,
} from "./read-interview-file.ts";

const folder = mkdtempSync(join(tmpdir(), "firsthand-interview-"));
const file = join(folder, "interview.yaml");

function read(content: string | Buffer) {
  writeFileSync(file, content);
  return readInterviewFile(file);
}

/** The lines of the error that refuses the file. */
function refusal(content: string | Buffer): string[] {
  try {
    read(content);
  } catch (error) {
    if (error instanceof InterviewFileError) return error.message.split("\n");
    throw error;
  }
  return [];
}

/** The sections in the provider's first language. */
const sectionsOf = ({ interviews }: InterviewFileContent) => [...interviews.values()][0]?.sections;

const question = (id: string, more = "") => `
      - kind: free-answer
        id: ${id}
        title: A title
        prompt: A prompt
        sample: A sample${more}`;
const showIf = (tested: string, is: string) => `
        showIf: { match: all, tests: [{ question: ${tested}, is: ${is} }] }`;
const section = (questions: string) => `format: 1
sections:
  - id: first
    name: First
    minutes: 5
    description: What it is about
    questions:${questions}
`;

describe("an interview file brings:", () => {
  test("the interview, with the question's id as the entry name where none is given", () => {
    const sections = sectionsOf(read(section(question("one") + question("two", "\n        entry: kept-as"))));
    expect(
      sections
        ?.slice(0, 1)
        .flatMap(questionsIn)
        .map(({ id, entry }) => [id, entry]),
    ).toEqual([
      ["one", "one"],
      ["two", "kept-as"],
    ]);
  });

  test("remarks beside tools get their own entry name", () => {
    const picker = `
      - kind: tool-picker
        id: tools
        title: Tools
        prompt: Which?
        remarksPrompt: More?
        sample: None
        tools: [{ value: abacus, label: Abacus }]`;
    expect(sectionsOf(read(section(picker)))?.[0]?.questions[0]).toMatchObject({
      entry: "tools",
      remarksEntry: "tools-remarks",
    });
  });

  test("no content at all: the built-in interview is asked", () => {
    expect(read("format: 1\n")).toMatchObject({
      interviews: new Map([["en", builtInInterviews.en]]),
      isBuiltIn: true,
      name: undefined,
      files: [],
      icon: undefined,
      theme: "",
    });
  });

  test("tips without an interview", () => {
    const { interviews, isBuiltIn } = read("format: 1\ntips: [{ title: Short, text: Is fine }]\n");
    expect(isBuiltIn).toBe(true);
    expect(interviews.get("en")).toEqual({
      ...builtInInterviews.en,
      tips: [{ title: "Short", text: "Is fine" }],
    });
  });

  test("what happens after a submission, in each language, without an interview", () => {
    const { interviews, isBuiltIn } = read(
      "format: 1\nlanguages: [en, es]\nafter: [We read it., { en: We call you., es: Le llamamos. }]\nreplyWithin: 2\n",
    );
    expect(isBuiltIn).toBe(true);
    expect([...interviews.values()].map(({ after, replyWithin }) => [after, replyWithin])).toEqual([
      [["We read it.", "We call you."], 2],
      [["We read it.", "Le llamamos."], 2],
    ]);
  });

  test("privacy text in paragraphs", () => {
    const { privacy } = read("format: 1\nprovider:\n  privacy: |\n    One\n    more.\n\n    Two.\n");
    expect(privacy).toEqual(new Map([["en", ["One\nmore.", "Two."]]]));
  });

  test("colors and a logo as a style sheet, and the logo to be served", () => {
    writeFileSync(join(folder, "logo.svg"), '<svg viewBox="0 0 64 32"></svg>');
    const { theme, files } = read(
      'format: 1\nprovider:\n  logo: logo.svg\n  colors: { accent: "#0000aa" }\n',
    );
    expect(files).toMatchObject([{ type: "image/svg+xml" }]);
    expect(theme).toContain(":root{--accent:#0000aa;");
    expect(theme).toContain(`--logo:url("${files[0]?.address}");--logo-width:4.00rem`);
    expect(theme).toMatch(/@media \(prefers-color-scheme:dark\)\{:root\{--accent:#[\da-f]{6};/);
  });

  test("colors under the name that release 0.1.0 gave them", () => {
    const fileWith = (key: string) =>
      `format: 1\nprovider:\n  ${key}: { accent: "#0000aa", accentDark: "#99bbff" }\n`;
    const { theme } = read(fileWith("colors"));
    expect(theme).toContain(":root{--accent:#0000aa;");
    expect(read(fileWith(EARLIER_COLORS)).theme).toBe(theme);
  });

  test("content from Windows, with a byte order mark and its line ends", () => {
    const text = `\ufeff${section(question("one"))}`.replaceAll("\n", "\r\n");
    expect(sectionsOf(read(text))).toHaveLength(1);
  });

  test("the printed built-in interview, which reads back as the same in every language", () => {
    const { interviews } = read(interviewText(interviewBody(noInterviewFile.interviews)));
    expect(interviews).toEqual(new Map(Object.entries(builtInInterviews)));
  });

  test("texts for each language, or one for all; the first language is the provider's", () => {
    const { interviews, privacy } = read(`format: 1
languages: [es, en]
provider: { privacy: { en: Ask us., es: Pregúntenos. } }
tips: [{ title: "!", text: { es: Corto, en: Short } }]
${section(question("one")).slice("format: 1\n".length).replace("title: A title", "title: { en: Team, es: Equipo }")}`);
    expect([...interviews.keys()]).toEqual(["es", "en"]);
    expect([...interviews.values()].map(({ tips }) => tips)).toEqual([
      [{ title: "!", text: "Corto" }],
      [{ title: "!", text: "Short" }],
    ]);
    const questions = [...interviews.values()].map(({ sections }) => sections[0]?.questions[0]);
    expect(questions).toMatchObject([
      { id: "one", title: "Equipo", prompt: "A prompt" },
      { id: "one", title: "Team", prompt: "A prompt" },
    ]);
    expect([...privacy]).toEqual([
      ["es", ["Pregúntenos."]],
      ["en", ["Ask us."]],
    ]);
  });
});

describe("an interview file is refused with line, column, place and reason:", () => {
  test.each<[string, string, string[]]>([
    [
      "an empty one",
      "",
      [
        "interview.yaml:1:1: It begins with format: 1, and languages, provider, tips, after, replyWithin or sections follow",
      ],
    ],
    [
      "a list",
      "- 1\n",
      [
        "interview.yaml:1:1: It begins with format: 1, and languages, provider, tips, after, replyWithin or sections follow",
      ],
    ],
    ["half a line", "format: 1\nsections: [\n", ["interview.yaml:3:1: "]],
    ["a tab", "format: 1\nprovider:\n\tname: A\n", ["interview.yaml:3:1: "]],
    ["a name twice", "format: 1\nformat: 1\n", ["interview.yaml:2:1: Map keys must be unique"]],
    [
      "a condition upon a later question, and one upon a value that is not offered",
      section(`${question("one", showIf("two", "answered"))}${question("two")}
      - kind: website
        id: site
        title: Site
        prompt: Where?
        sample: x
        need: required${question("three", showIf("site", "equals, value: yes"))}`),
      [
        "interview.yaml:13:51: sections[0].questions[0].showIf.tests[0].question: No earlier question has this id: two",
        "interview.yaml:30:76: sections[0].questions[3].showIf.tests[0].value: The question site has no such value. It has: none",
      ],
    ],
    ["another format", "format: 2\n", ["interview.yaml:1:9: format: The format is 1"]],
    [
      "too many steps after a submission, an empty one, and a reply within no day",
      "format: 1\nafter: [A, B, C, D, E, F]\nreplyWithin: 0\n",
      [
        "interview.yaml:2:8: after: Too big: expected array to have <=5 items",
        "interview.yaml:3:14: replyWithin: Too small: expected number to be >=1",
      ],
    ],
    ["a step that is no text", "format: 1\nafter: [7]\n", ["interview.yaml:2:9: after[0]: Text is expected"]],
    [
      "a step that is missing in a language",
      "format: 1\nlanguages: [en, es]\nafter: [{ en: We call. }]\n",
      ["interview.yaml:3:9: after[0]: It is missing in Español (es)"],
    ],
    ["no format", "tips: [{ title: A, text: B }]\n", ["interview.yaml:1:1: format: It is missing"]],
    [
      "a name that nobody knows",
      "format: 1\nprovider:\n  nmae: A\n",
      ["interview.yaml:3:3: provider.nmae: Unknown name. Check the spelling, or remove it"],
    ],
    [
      "a number for a text",
      "format: 1\nprovider:\n  name: 12\n",
      ['interview.yaml:3:9: provider.name: Text is expected: write it in quotes, "12"'],
    ],
    [
      "a question without its prompt",
      section(question("one").replace("\n        prompt: A prompt", "")),
      ["interview.yaml:8:9: sections[0].questions[0].prompt: It is missing"],
    ],
    [
      "an id twice",
      section(question("one") + question("one", "\n        entry: two")),
      ["interview.yaml:14:13: sections[0].questions[1].id: Two questions have the same id: one"],
    ],
    [
      "a kind that nobody knows",
      section(question("one").replace("free-answer", "essay")),
      [
        "interview.yaml:8:15: sections[0].questions[0].kind: The kind is one of free-answer, short-text, choice, yes-no, scale, date, statement, business-profile, tool-picker, website",
      ],
    ],
    [
      "a color that cannot be read",
      'format: 1\nprovider:\n  colors:\n    accent: "#ffcc00"\n',
      ["interview.yaml:4:13: provider.colors.accent: Too light to be read on a light background"],
    ],
    [
      "a color for dark that cannot be read there",
      'format: 1\nprovider:\n  colors: { accent: "#0000aa", accentDark: "#0000aa" }\n',
      ["interview.yaml:3:44: provider.colors.accentDark: Too dark to be read on a dark background"],
    ],
    [
      "a color that is not a hex code",
      "format: 1\nprovider:\n  colors: { accent: red }\n",
      ["interview.yaml:3:21: provider.colors.accent: A color such as"],
    ],
    [
      "colors under both names",
      `format: 1\nprovider:\n  colors: { accent: "#0000aa" }\n  ${EARLIER_COLORS}: { accent: "#0000aa" }\n`,
      [`interview.yaml:4:12: provider.${EARLIER_COLORS}: This is the earlier name of colors`],
    ],
    [
      "an unreadable color under the earlier name",
      `format: 1\nprovider:\n  ${EARLIER_COLORS}: { accent: "#ffcc00" }\n`,
      [`interview.yaml:3:22: provider.${EARLIER_COLORS}.accent: Too light to be read on a light background`],
    ],
    [
      "a logo that is not there",
      "format: 1\nprovider:\n  logo: none.svg\n",
      ["interview.yaml:3:9: provider.logo: "],
    ],
    [
      "a logo of another folder",
      "format: 1\nprovider:\n  logo: ../../etc/passwd\n",
      ["interview.yaml:3:9: provider.logo: The name of a file in the folder of this one"],
    ],
    [
      "a dark logo alone",
      "format: 1\nprovider:\n  logoDark: logo.svg\n",
      ["interview.yaml:3:13: provider.logoDark: It needs a logo beside it"],
    ],
    [
      "support by nothing",
      "format: 1\nprovider:\n  support: {}\n",
      ["interview.yaml:3:12: provider.support: Name an email, a phone or a page"],
    ],
    [
      "a help page that would run a script",
      "format: 1\nprovider:\n  support: { page: 'javascript:alert(1)' }\n",
      ["interview.yaml:3:20: provider.support.page: An address that begins with https://"],
    ],
    ["no sections", "format: 1\nsections: []\n", ["interview.yaml:2:11: sections: Too small"]],
    [
      "a language that is not spoken",
      "format: 1\nlanguages: [en, de]\n",
      ["interview.yaml:2:17: languages[1]: A language is one of en, es"],
    ],
    ["no language", "format: 1\nlanguages: []\n", ["interview.yaml:2:12: languages: Too small"]],
    [
      "a language twice",
      "format: 1\nlanguages: [en, en]\n",
      ["interview.yaml:2:12: languages: A language is named twice"],
    ],
    [
      "a text that is missing in a language",
      "format: 1\nlanguages: [en, es]\ntips: [{ title: { en: A }, text: B }]\n",
      ["interview.yaml:3:17: tips[0].title: It is missing in Español (es)"],
    ],
    [
      "a text in a language that is not offered",
      "format: 1\ntips: [{ title: { en: A, es: B }, text: B }]\n",
      ["interview.yaml:2:30: tips[0].title.es: It is in none of the languages: en"],
    ],
    [
      "what is no text in several languages",
      "format: 1\nlanguages: [en, es]\nprovider: { name: { en: A, es: B } }\n",
      ["interview.yaml:3:19: provider.name: "],
    ],
    [
      "names that stand for ever more",
      `a: &a [x, x, x, x, x, x, x, x, x, x]\n${"bcdefghij"
        .split("")
        .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${"abcdefghi"[at]}`).join()}]`)
        .join("\n")}\n`,
      ["interview.yaml:1:1: Too many aliases"],
    ],
  ])("%s", (_, text, expected) => {
    const lines = refusal(text);
    expect(lines).toHaveLength(expected.length);
    for (const [at, line] of lines.entries()) expect(line).toContain(expected[at]);
  });

  test("all problems at once, in the order of the lines", () => {
    const lines = refusal(
      "format: 1\nprovider:\n  nmae: A\nsections:\n  - id: Big\n    name: 1\n    minutes: long\n",
    );
    expect(lines.map((line) => /: ([\w.[\]]+): /.exec(line)?.[1])).toEqual([
      "provider.nmae",
      "sections[0].description",
      "sections[0].questions",
      "sections[0].id",
      "sections[0].name",
      "sections[0].minutes",
    ]);
  });

  test.each<[string, Buffer, string]>([
    ["more than 1 MiB", Buffer.alloc(1024 * 1024 + 1, "#"), "has more than 1 MiB"],
    ["what is no text", Buffer.from([0xff, 0xfe, 0, 1]), "is no text in UTF-8"],
  ])("%s", (_, content, expected) => {
    expect(refusal(content).join()).toContain(expected);
  });

  test("a missing file, with how to make one", () => {
    expect(() => readInterviewFile(join(folder, "none.yaml"))).toThrow(
      /none\.yaml cannot be read \(ENOENT\)\. "firsthand interview print"/,
    );
  });

  test("a folder", () => {
    mkdirSync(join(folder, "folder.yaml"), { recursive: true });
    expect(() => readInterviewFile(join(folder, "folder.yaml"))).toThrow("EISDIR");
  });
});
