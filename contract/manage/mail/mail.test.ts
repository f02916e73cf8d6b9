import { describe, expect, test } from "vitest";
import { MAIL_TEXT_MAX_LENGTH, mailTemplateSchema } from "./mail.ts";
import { fillTemplate, templateProblem } from "./mail-templates.ts";

test("a value in a placeholder is never expanded again", () => {
  const values = { client: "{{link}} $& $1", link: "https://a.example" };
  expect(fillTemplate("{{client}}: {{ link }}", values)).toBe("{{link}} $& $1: https://a.example");
});

test("an unknown placeholder is reported with the list of known ones", () => {
  expect(templateProblem("stuck", { subject: "a", text: "{{ clinet }}" })).toEqual({
    path: "text",
    message: expect.stringMatching(/"clinet".*\{\{client\}\}.*\{\{days\}\}/),
  });
  expect(
    templateProblem("stuck", { subject: `{{${"x".repeat(100_000)}}}`, text: "a" })?.message.length,
  ).toBeLessThan(300);
});

test("a digest has its lists once, in the text and not in the subject", () => {
  expect(templateProblem("digest", { subject: "a", text: "a {{ digest }}" })).toBeUndefined();
  expect(templateProblem("digest", { subject: "a", text: "a" })).toMatchObject({ path: "text" });
  expect(templateProblem("digest", { subject: "{{digest}}", text: "{{digest}}" })).toMatchObject({
    path: "subject",
  });
});

describe("a template is refused", () => {
  test.each<[string, unknown]>([
    ["without a subject", { subject: "  ", text: "a" }],
    ["without a text", { subject: "a", text: "\n" }],
    ["with a subject of two lines", { subject: "a\r\nBcc: x@y.example", text: "a" }],
    ["with a subject that is too long", { subject: "a".repeat(151), text: "a" }],
    ["with a text that is too long", { subject: "a", text: "a".repeat(100_000) }],
    ["with a direction mark", { subject: "a\u202e", text: "a" }],
    ["with a direction mark in the text", { subject: "a", text: "a\u2066" }],
    ["with a zero", { subject: "a", text: "a\0" }],
    ["with a bare CR", { subject: "a", text: "a\rb" }],
    ["with half an emoji", { subject: "a", text: "\ud83c" }],
    ["with more than there is", { subject: "a", text: "a", html: "<p>" }],
    ["that is not an object", null],
  ])("%s", (_what, template) => {
    expect(mailTemplateSchema.safeParse(template).success).toBe(false);
  });
});

test("a text keeps its lines, with one form of line ends, and its scripts", () => {
  const text = "שלום\r\n\tこんにちは 👋🏽\n";
  expect(mailTemplateSchema.parse({ subject: " é ", text })).toEqual({
    subject: "é",
    text: "שלום\n\tこんにちは 👋🏽",
  });
  expect(
    mailTemplateSchema.parse({ subject: "a", text: "a".repeat(MAIL_TEXT_MAX_LENGTH) }).text,
  ).toHaveLength(MAIL_TEXT_MAX_LENGTH);
});
