import { isoOf } from "#contract/instants.ts";
import { type Language, languages } from "#contract/languages.ts";
import {
  type MailKind,
  type MailTemplate,
  mailKinds,
  type ShownTemplate,
} from "#contract/manage/mail/mail.ts";
import { placeholdersOf, templateProblem } from "#contract/manage/mail/mail-templates.ts";
import type { MailPreview } from "#contract/manage/mail/shown-mail.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";
import { builtInTemplate } from "./rendering/built-in-mails.ts";
import { type PreviewSender, previewMail } from "./rendering/render-mail.ts";

type TemplateContext = {
  storage: Pick<Storage, "mail">;
  actor: Actor;
};

/** The templates in force, for each kind and offered language. The first language is the provider's. */
export async function listTemplates(
  storage: Pick<Storage, "mail">,
  offered: readonly Language[],
): Promise<ShownTemplate[]> {
  const stored = await storage.mail.listTemplates();
  return offered.flatMap((language, place) =>
    // mails to managers are in the provider's first language
    (Object.keys(mailKinds) as MailKind[])
      .filter((kind) => place === 0 || mailKinds[kind].to === "client")
      .map((kind) => {
        const own = stored.find((template) => template.kind === kind && template.language === language);
        const { subject, text } = own ?? builtInTemplate(kind, language);
        const changedAt = own ? isoOf(own.changedAt) : null;
        const placeholders = [...placeholdersOf[kind]];
        return { kind, language, subject, text, changedAt, placeholders };
      }),
  );
}

/** `language` is undefined for all languages. */
type TemplateAddress = { kind: MailKind; language: Language | undefined };

/** Throws VALIDATION_ERROR, and stores nothing, if the template is invalid. */
export async function changeTemplate(
  { storage, actor }: TemplateContext,
  address: TemplateAddress,
  template: MailTemplate,
): Promise<void> {
  const { kind } = address;
  checkTemplate(kind, template);
  const templates = languagesOf(address).map((language) => ({
    kind,
    language,
    ...template,
    changedAt: actor.at,
  }));
  await storage.mail.putTemplates(templates, [
    eventOf(actor, "mail.template-changed", { detail: detailOf(address) }),
  ]);
}

/** Restores the built-in template. */
export async function removeTemplate(
  { storage, actor }: TemplateContext,
  address: TemplateAddress,
): Promise<void> {
  await storage.mail.removeTemplates({ kind: address.kind, languages: languagesOf(address) }, [
    eventOf(actor, "mail.template-removed", { detail: detailOf(address) }),
  ]);
}

function languagesOf({ language }: TemplateAddress): readonly Language[] {
  return language === undefined ? languages : [language];
}

function detailOf({ kind, language }: TemplateAddress): string {
  return language === undefined ? kind : `${kind} ${language}`;
}

/** A preview with sample values; throws like `changeTemplate`. */
export function previewTemplate(kind: MailKind, template: MailTemplate, sender: PreviewSender): MailPreview {
  checkTemplate(kind, template);
  return previewMail(kind, template, sender);
}

function checkTemplate(kind: MailKind, template: MailTemplate): void {
  const problem = templateProblem(kind, template);
  if (problem) throw new CatalogError("VALIDATION_ERROR", { details: [problem] });
}
