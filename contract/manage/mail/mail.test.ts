import { describe, expect, test } from "vitest";
import { languages } from "../../languages.ts";
import { builtInTemplates } from "./built-in-mails.ts";
import { MAIL_TEXT_MAX_LENGTH, type MailKind, mailKinds, mailTemplateSchema } from "./mail.ts";
import { fillTemplate, templateProblem } from "./mail-templates.ts";

const kinds = Object.keys(mailKinds) as MailKind[];

test.each(kinds)("the built-in mail %s is one that a provider could store, in each language", (kind) => {
  for (const language of languages) {
    const template = builtInTemplates[language][kind];
    expect(mailTemplateSchema.parse(template)).toEqual(template);
    expect(templateProblem(kind, template)).toBeUndefined();
  }
});

/** voice.md §8 */
describe.each(languages)("a built-in mail in %s", (language) => {
  const mails = kinds.map((kind) => ({ kind, ...builtInTemplates[language][kind] }));
  const toClients = mails.filter(({ kind }) => mailKinds[kind].to === "client");

  test("has at most 90 words, and one link", () => {
    const lengths = mails.map(({ kind, text }) => ({ kind, words: text.split(/\s+/).length }));
    expect(lengths.filter(({ words }) => words > 90)).toEqual([]);
    const links = mails.map(({ text }) => text.match(/\{\{(?:link|console)\}\}/g)?.length);
    expect(links).toEqual(mails.map(() => 1));
  });

  test("greets its reader, goes on with a capital letter, and names its sender", () => {
    const greeting = language === "en" ? /^Hi \{\{\w+\}\},\n\n/ : /^Hola, \{\{\w+\}\}:\n\n/;
    expect(mails.filter(({ text }) => !greeting.test(text))).toEqual([]);
    expect(mails.filter(({ text }) => !/^[^\n]+\n\n(?:[A-Z¿]|\{\{)/.test(text))).toEqual([]);
    expect(toClients.length).toBeGreaterThan(0);
    expect(toClients.filter(({ text }) => !text.endsWith("{{manager}}\n{{provider}}"))).toEqual([]);
  });
});

test("a value in a placeholder is never looked at again", () => {
  const values = { client: "{{link}} $& $1", link: "https://a.example" };
  expect(fillTemplate("{{client}}: {{ link }}", values)).toBe("{{link}} $& $1: https://a.example");
});

test("an unknown placeholder is named, with those that there are", () => {
  expect(templateProblem("stuck", { subject: "a", text: "{{ clinet }}" })).toEqual({
    path: "text",
    message: expect.stringMatching(/"clinet".*\{\{client\}\}.*\{\{days\}\}/),
  });
  expect(
    templateProblem("stuck", { subject: `{{${"x".repeat(100_000)}}}`, text: "a" })?.message.length,
  ).toBeLessThan(300);
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
    ["that is none", null],
  ])("%s", (_what, template) => {
    expect(mailTemplateSchema.safeParse(template).success).toBe(false);
  });
});

test("a text keeps its lines, in one spelling of their ends, and its scripts", () => {
  const text = "שלום\r\n\tこんにちは 👋🏽\n";
  expect(mailTemplateSchema.parse({ subject: " é ", text })).toEqual({
    subject: "é",
    text: "שלום\n\tこんにちは 👋🏽",
  });
  expect(
    mailTemplateSchema.parse({ subject: "a", text: "a".repeat(MAIL_TEXT_MAX_LENGTH) }).text,
  ).toHaveLength(MAIL_TEXT_MAX_LENGTH);
});
