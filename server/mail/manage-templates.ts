import type { Language } from "#contract/languages.ts";
import {
  type MailKind,
  type MailPreview,
  type MailTemplate,
  mailKinds,
  type ShownTemplate,
} from "#contract/manage/mail/mail.ts";
import { placeholdersOf, templateProblem } from "#contract/manage/mail/mail-templates.ts";
import { CatalogueError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";
import { builtInTemplate } from "./built-in-mails.ts";
import { type PreviewSender, previewMail } from "./render-mail.ts";

type Acting = {
  storage: Pick<Storage, "mail">;
  actor: Actor;
};

/** Of each kind, as it is in force. */
export async function listTemplates(
  storage: Pick<Storage, "mail">,
  language: Language,
): Promise<ShownTemplate[]> {
  const stored = await storage.mail.listTemplates();
  return (Object.keys(mailKinds) as MailKind[]).map((kind) => {
    const own = stored.find((template) => template.kind === kind);
    const { subject, text } = own ?? builtInTemplate(kind, language);
    const changedAt = own ? new Date(own.changedAt).toISOString() : null;
    return { kind, subject, text, changedAt, placeholders: [...placeholdersOf[kind]] };
  });
}

/** Throws what is wrong with it, at its place; then nothing is stored. */
export async function changeTemplate(
  { storage, actor }: Acting,
  kind: MailKind,
  template: MailTemplate,
): Promise<void> {
  checkTemplate(kind, template);
  await storage.mail.putTemplate({ kind, ...template, changedAt: actor.at }, [
    eventOf(actor, "mail.template-changed", { detail: kind }),
  ]);
}

/** Brings the built-in one back. */
export async function removeTemplate({ storage, actor }: Acting, kind: MailKind): Promise<void> {
  await storage.mail.removeTemplate(kind, [eventOf(actor, "mail.template-removed", { detail: kind })]);
}

/** With sample values; throws what `changeTemplate` would throw. */
export function previewTemplate(kind: MailKind, template: MailTemplate, sender: PreviewSender): MailPreview {
  checkTemplate(kind, template);
  return previewMail(kind, template, sender);
}

function checkTemplate(kind: MailKind, template: MailTemplate): void {
  const problem = templateProblem(kind, template);
  if (problem) throw new CatalogueError("VALIDATION_ERROR", { details: [problem] });
}
