import { type MailKind, type MailPreview, mailKinds } from "#contract/manage/mail.ts";
import { builtInTemplates, fillTemplate, type Placeholder } from "#contract/manage/mail-templates.ts";
import { version } from "../package.ts";
import type { DueMail, MailPerson } from "../storage/mails.ts";
import { headerName, isolatedText, unencodedText } from "./isolated-text.ts";
import type { MailFrom } from "./smtp-settings.ts";

/** What mails say of this installation. */
export type MailSender = {
  from: MailFrom;
  providerName: string;
  /** Without a slash at its end. */
  publicUrl: string;
};

/** A mail as it is handed to the mail server. */
export type RenderedMail = {
  messageId: string;
  from: MailPerson;
  to: MailPerson;
  replyTo: MailPerson | undefined;
  subject: string;
  text: string;
  at: number;
  headers: { [name: string]: string };
};

type Rendering = { recipient: MailPerson; at: number; optOutToken: string | undefined };

const DAY_MS = 86_400_000;

/** A mail of plain text, with the provider's words where there are any. */
export function renderMail(mail: DueMail, sender: MailSender, rendering: Rendering): RenderedMail {
  const { recipient, at, optOutToken } = rendering;
  const { from, providerName, publicUrl } = sender;
  const optOut = optOutToken === undefined ? undefined : `${publicUrl}/opt-out/${optOutToken}`;
  const words = mail.template ?? builtInTemplates[mail.kind];
  const { subject, text } = filled(words, valuesOf(mail, sender, at));
  return {
    // the same at each try, by which a mailbox that has it twice can tell
    messageId: `<${mail.mailId}@${from.email.slice(from.email.lastIndexOf("@") + 1)}>`,
    from: inHeader({ name: from.name ?? providerName, email: from.email }),
    to: inHeader(recipient),
    replyTo: mail.isToClient && mail.manager ? inHeader(mail.manager) : undefined,
    subject: unencodedText(subject),
    text: optOut ? `${text}\n\n${footer(providerName, optOut)}` : text,
    at,
    headers: { ...headers(), ...(optOut && optOutHeaders(optOut)) },
  };
}

/** A template as a mail would come, with sample values. */
export function previewMail(
  kind: MailKind,
  words: MailPreview,
  sender: Omit<MailSender, "from">,
): MailPreview {
  const { providerName, publicUrl } = sender;
  const { subject, text } = filled(words, {
    ...addressesOf(publicUrl),
    client: "Rosa’s Bakery",
    provider: isolatedText(providerName),
    manager: "Mia",
    percent: "40%",
    days: "5 days",
  });
  const isToClient = mailKinds[kind].to === "client";
  return {
    subject,
    text: isToClient ? `${text}\n\n${footer(providerName, `${publicUrl}/opt-out/…`)}` : text,
  };
}

function inHeader({ name, email }: MailPerson): MailPerson {
  return { name: headerName(name), email };
}

function filled({ subject, text }: MailPreview, values: { [Name in Placeholder]: string }): MailPreview {
  return { subject: fillTemplate(subject, values), text: fillTemplate(text, values) };
}

function valuesOf(mail: DueMail, { providerName, publicUrl }: MailSender, at: number) {
  const manager = mail.isToClient ? mail.manager : mail.recipient;
  return {
    ...addressesOf(publicUrl),
    client: isolatedText(mail.clientName),
    provider: isolatedText(providerName),
    manager: isolatedText(manager?.name ?? providerName),
    percent: `${mail.percent}%`,
    days: daysOf(at - (mail.savedAt ?? mail.addedAt)),
  };
}

function daysOf(ms: number): string {
  const days = Math.max(0, Math.floor(ms / DAY_MS));
  return days === 1 ? "1 day" : `${days} days`;
}

/** Without a key in it: keys are stored as hashes only, and a mailbox is no place for one. */
function addressesOf(publicUrl: string) {
  return { link: `${publicUrl}/`, console: `${publicUrl}/console/` };
}

function footer(providerName: string, optOut: string): string {
  const why = `You get this mail because ${isolatedText(providerName)} waits for your answers.`;
  return `--\n${why} For no more of these mails, open:\n${optOut}`;
}

function headers() {
  // so that no holiday notice answers it (RFC 3834)
  return { "Auto-Submitted": "auto-generated", "User-Agent": `Firsthand/${version}` };
}

/** For the mailbox's own button (RFC 8058). */
function optOutHeaders(optOut: string) {
  return { "List-Unsubscribe": `<${optOut}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
