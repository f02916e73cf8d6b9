import type { Language } from "#contract/languages.ts";
import type { MailKind, MailTemplate } from "#contract/manage/mail/mail.ts";
import { type Placeholder, placeholdersOf } from "#contract/manage/mail/mail-templates.ts";
import { wordsIn } from "../runtime/words.ts";

/** The mail of a provider who has not written their own, with its placeholders as `{{name}}`. */
export function builtInTemplate(kind: MailKind, language: Language): MailTemplate {
  const { say } = wordsIn(language);
  const label = say(kind === "invitation" ? "mail.start" : "mail.toInterview");
  const marks = { ...marksOf(placeholdersOf[kind]), button: `{{button:${label}}}` };
  return {
    subject: say(`mail.${kind}.subject`, marks),
    text: say(`mail.${kind}.text`, marks),
  };
}

function marksOf(placeholders: readonly Placeholder[]): { [name: string]: string } {
  return Object.fromEntries(placeholders.map((name) => [name, `{{${name}}}`]));
}
