import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import { hostileText } from "../../tests/support/data/arbitraries.ts";
import { markdownText } from "./markdown-text.ts";

const ENTITIES: { [entity: string]: string } = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#32;": " ",
  "&#9;": "\t",
  "&amp;": "&",
};

/** The lines that a reader sees of a text in a list, by an independent Markdown implementation. */
function readBack(text: string): { lines: string[]; tags: Set<string> } {
  const html = marked.parse(`- ${markdownText(text, "  ")}\n`, { async: false, gfm: true });
  const tags = new Set([...html.matchAll(/<\/?(\w+)/g)].map(([, name = ""]) => name));
  const shown = html
    .replaceAll(/<br>|<\/p>\s*<p>/g, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|quot|amp|#39|#32|#9);/g, (entity) => ENTITIES[entity] ?? "");
  return { lines: linesOf(shown), tags };
}

/** The lines without outer white space and without empty lines, which no reader would see. */
const linesOf = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/[\u2066-\u2069\u202a-\u202e]/g, "").trim())
    .filter((line) => line !== "");

describe("a text in Markdown", () => {
  test.each([
    ["keeps its lines", "one\ntwo\r\nthree", "one\\\n  two\\\n  three"],
    ["keeps its paragraphs", "one\n\ntwo", "one\n  \n  two"],
    ["is no code where it is indented", "    code\n\tmore", "&#32;   code\\\n  &#9;more"],
    ["shows what cannot be seen", "a\0b\u001b[31m", "a\u2400b\u241b\\[31m"],
    ["turns nothing around it", "a\u202eb", "\u2068a\u202eb\u202c\u2069"],
  ])("%s", (_what, text, expected) => {
    expect(markdownText(text, "  ")).toBe(expected);
  });

  test.each([
    ["# a heading", "\\# a heading"],
    ["1. a list", "1\\. a list"],
    ["12) a list", "12\\) a list"],
    ["- a list", "\\- a list"],
    ["+ a list", "\\+ a list"],
    ["*bold* _it_ `code` ~~no~~", "\\*bold\\* \\_it\\_ \\`code\\` \\~\\~no\\~\\~"],
    ["[link](javascript:alert(1))", "\\[link\\](javascript:alert(1))"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["> a quotation", "&gt; a quotation"],
    ["a | table", "a \\| table"],
    ["back\\slash", "back\\\\slash"],
    ["&lt;", "&amp;lt;"],
    ["a\n===\nb\r\n---\rc", "a\\\n  \\===\\\n  b\\\n  \\---\\\n  c"],
  ])("%j is shown as it was written", (text, expected) => {
    expect(markdownText(text, "  ")).toBe(expected);
  });

  test("a backslash stands only before a mark that has a meaning, or at the end of a line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        expect(markdownText(text).replaceAll(/\\(?:[!-/:-@[-`{-~]|\n)/g, "")).not.toContain("\\");
      }),
    );
  });

  const structures = fc.constantFrom(
    "# h",
    "- i",
    "+ i",
    "* i",
    "1. i",
    "99) i",
    "> q",
    "```",
    "~~~",
    "    c",
    "\tc",
    "===",
    "---",
    "***",
    "| a | b |",
    "|-|-|",
    ":-:",
    "[a]: b",
    "[x]",
    "![i](u)",
    "<b>",
    "<!--",
    "&copy;",
    "a  ",
    "a\\",
    "",
    " ",
    "_e_",
    "~~s~~",
    "`c`",
    "\\",
    "<https://a.example>",
    "https://a.example",
    "www.a.example",
    "a@b.example",
    "WWW.A.EXAMPLE",
    "mailto:a@b.example",
    "xmpp:a@b.example/c",
    "ftp://a.example",
    ":-)",
  );
  const texts = fc.oneof(
    hostileText(),
    fc.array(structures, { maxLength: 8 }).map((lines) => lines.join("\n")),
  );

  test("is read back unchanged by an independent Markdown parser", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { lines, tags } = readBack(text);
        expect(lines).toEqual(linesOf(shownText(text)));
        expect([...tags].filter((tag) => !["ul", "li", "p", "br"].includes(tag))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
