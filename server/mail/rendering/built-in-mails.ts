import type { Language } from "#contract/languages.ts";
import { carriesPasswordLink, type MailKind, type MailTemplate } from "#contract/manage/mail/mail.ts";
import { type Placeholder, placeholdersOf } from "#contract/manage/mail/mail-templates.ts";
import { wordsIn } from "../../runtime/words.ts";

/** The default text of a mail, with placeholders as `{{name}}`, for providers who have not written one. */
export function builtInTemplate(kind: MailKind, language: Language): MailTemplate {
  const { say } = wordsIn(language);
  const label = say(buttonWords(kind));
  const marks = { ...marksOf(placeholdersOf[kind]), button: `{{button:${label}}}` };
  return {
    subject: say(`mail.${kind}.subject`, marks),
    text: say(`mail.${kind}.text`, marks),
  };
}

/** The label of a built-in mail's button. */
export function buttonWords(kind: MailKind) {
  if (carriesPasswordLink(kind)) return "mail.setPassword";
  if (kind === "new-sign-in") return "mail.signOut";
  return kind === "invitation" ? "mail.start" : "mail.toInterview";
}

function marksOf(placeholders: readonly Placeholder[]): { [name: string]: string } {
  return Object.fromEntries(placeholders.map((name) => [name, `{{${name}}}`]));
}
