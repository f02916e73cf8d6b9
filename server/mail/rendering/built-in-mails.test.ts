import { describe, expect, test } from "vitest";
import { type Language, languages } from "#contract/languages.ts";
import { type MailKind, mailKinds, mailTemplateSchema } from "#contract/manage/mail/mail.ts";
import { templateProblem } from "#contract/manage/mail/mail-templates.ts";
import { builtInTemplate } from "./built-in-mails.ts";

const kinds = Object.keys(mailKinds) as MailKind[];

test.each(kinds)("the built-in mail %s could be stored by a provider, in each language", (kind) => {
  for (const language of languages) {
    const template = builtInTemplate(kind, language);
    expect(mailTemplateSchema.parse(template)).toEqual(template);
    expect(templateProblem(kind, template)).toBeUndefined();
  }
});

const GREETINGS: { [Of in Language]?: RegExp } = {
  en: /^Hi \{\{\w+\}\},\n\n/,
  es: /^Hola, \{\{\w+\}\}:\n\n/,
};

/** voice.md §8 */
describe.each(languages)("a built-in mail in %s", (language) => {
  const mails = kinds.map((kind) => ({ kind, ...builtInTemplate(kind, language) }));
  const toClients = mails.filter(({ kind }) => mailKinds[kind].to === "client");

  test("has at most 90 words, and one link", () => {
    const lengths = mails.map(({ kind, text }) => ({ kind, words: text.split(/\s+/).length }));
    expect(lengths.filter(({ words }) => words > 90)).toEqual([]);
    const links = mails.map(({ text }) => text.match(/\{\{(?:links|console|button:[^}]+)\}\}/g)?.length);
    expect(links).toEqual(mails.map(() => 1));
  });

  test("greets its reader, continues with a capital letter, and names its sender", () => {
    const greeting = GREETINGS[language] ?? /^\S[^\n]*\{\{\w+\}\}[^\n]*\n\n/;
    expect(mails.filter(({ text }) => !greeting.test(text))).toEqual([]);
    expect(mails.filter(({ text }) => !/^[^\n]+\n\n(?:[A-Z¿]|\{\{)/.test(text))).toEqual([]);
    expect(toClients.length).toBeGreaterThan(0);
    expect(toClients.filter(({ text }) => !text.endsWith("{{manager}}\n{{provider}}"))).toEqual([]);
  });
});
