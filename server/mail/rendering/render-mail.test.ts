import { expect, test } from "vitest";
import { languages } from "#contract/languages.ts";
import { type MailKind, mailKinds } from "#contract/manage/mail/mail.ts";
import { noInterviewFile } from "../../interview-file/read-interview-file.ts";
import { builtInTemplate } from "./built-in-mails.ts";
import { previewMail } from "./render-mail.ts";

/** The people that a mail's text names. */
const NAMED = { client: "Rosa", manager: "Rosa’s Bakery", account: "Mia" };
const SENDER = {
  providerName: "Acme",
  publicUrl: "https://interview.example",
  linkDays: { invitation: 14, other: 7 },
  look: noInterviewFile.mailLook,
};

test.each(Object.keys(mailKinds) as MailKind[])(
  "the built-in mail %s has the same content in each language",
  (kind) => {
    const [english, spanish] = languages.map((language) =>
      previewMail(kind, builtInTemplate(kind, language), { ...SENDER, language }),
    );
    const lines = (text = "") => text.split("\n");
    expect(lines(spanish?.text)).toHaveLength(lines(english?.text).length);
    expect(spanish?.subject).not.toBe(english?.subject);
    for (const mail of [english, spanish])
      for (const value of [NAMED[mailKinds[kind].to], "https://interview.example"])
        expect(mail?.text).toContain(value);
  },
);

test("a number of days is written in the mail's language", () => {
  const textIn = (language: "en" | "es") =>
    previewMail("stuck", builtInTemplate("stuck", language), { ...SENDER, language }).text;
  expect(textIn("en")).toContain("for 5 days");
  expect(textIn("es")).toContain("desde hace 5 días");
});
