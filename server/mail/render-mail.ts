import { DAY_MS } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { type Language, offeredLanguage } from "#contract/languages.ts";
import { SIGN_IN_LINK_DAYS } from "#contract/limits.ts";
import type { AccountAct } from "#contract/manage/mail/account-acts.ts";
import { builtInTemplates } from "#contract/manage/mail/built-in-mails.ts";
import { isAwaited, type MailKind, type MailPreview, mailKinds } from "#contract/manage/mail/mail.ts";
import { fillTemplate, type Placeholder } from "#contract/manage/mail/mail-templates.ts";
import { version } from "../runtime/package.ts";
import type { MailFrom } from "../settings/smtp-settings.ts";
import type { MailPerson } from "../storage/mail/mails.ts";
import { headerName, isolatedText, unencodedText } from "./isolated-text.ts";
import type { ComposedMail } from "./mail-turn.ts";
import type { MailLinks } from "./sign-in-links.ts";

/** What mails say of this installation. */
export type MailSender = {
  from: MailFrom;
  providerName: string;
  /** The provider's; the first is for anyone who speaks none of their languages. */
  interviews: ReadonlyMap<Language, Interview>;
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

type Rendering = {
  recipient: MailPerson;
  at: number;
  optOutToken: string | undefined;
  links: MailLinks;
};

/** A mail of plain text, with the provider's words where there are any. */
export function renderMail(mail: ComposedMail, sender: MailSender, rendering: Rendering): RenderedMail {
  const { recipient, at, optOutToken, links } = rendering;
  const { from, providerName, publicUrl, interviews } = sender;
  const language = offeredLanguage(mail.language === null ? [] : [mail.language], [...interviews.keys()]);
  const optOut = optOutToken === undefined ? undefined : `${publicUrl}/opt-out/${optOutToken}`;
  const words = mail.template ?? builtInTemplates[language][mail.kind];
  const { subject, text } = filled(words, valuesOf(mail, sender, { at, language, links }));
  return {
    // the same at each try, by which a mailbox that has it twice can tell
    messageId: `<${mail.mailId}@${from.email.slice(from.email.lastIndexOf("@") + 1)}>`,
    from: inHeader({ name: from.name ?? providerName, email: from.email }),
    to: inHeader(recipient),
    replyTo: mail.isToClient && mail.manager ? inHeader(mail.manager) : undefined,
    subject: unencodedText(subject),
    text: optOut ? `${text}\n\n${mailWords[language].footer(isolatedText(providerName), optOut)}` : text,
    at,
    headers: { ...headers(), ...(optOut && optOutHeaders(optOut)) },
  };
}

/** What a preview says of this installation. */
export type PreviewSender = Omit<MailSender, "from" | "interviews"> & { language: Language };

/** A template as a mail would come, with sample values. */
export function previewMail(
  kind: MailKind,
  words: MailPreview,
  { providerName, publicUrl, language }: PreviewSender,
): MailPreview {
  const { acts, footer, days, sampleQuestions, signIn } = mailWords[language];
  const { subject, text } = filled(words, {
    ...addressesOf(publicUrl),
    link: `${publicUrl}/#key=…`,
    links: `${publicUrl}/#key=…`,
    signIn: signIn.byLink(SIGN_IN_LINK_DAYS),
    client: "Rosa’s Bakery",
    provider: isolatedText(providerName),
    manager: "Mia",
    percent: "40%",
    questions: sampleQuestions,
    days: days(5),
    change: acts["manager.link-made"]("Ada", "Mia"),
  });
  const isToClient = mailKinds[kind].to === "client" && !isAwaited(kind);
  return {
    subject,
    text: isToClient ? `${text}\n\n${footer(isolatedText(providerName), `${publicUrl}/opt-out/…`)}` : text,
  };
}

function inHeader({ name, email }: MailPerson): MailPerson {
  return { name: headerName(name), email };
}

function filled({ subject, text }: MailPreview, values: { [Name in Placeholder]: string }): MailPreview {
  return { subject: fillTemplate(subject, values), text: fillTemplate(text, values) };
}

type MailValueOptions = { at: number; language: Language; links: MailLinks };

function valuesOf(
  mail: ComposedMail,
  { providerName, publicUrl, interviews }: MailSender,
  { at, language, links }: MailValueOptions,
) {
  const manager = mail.isToClient ? mail.manager : mail.recipient;
  const managerName = isolatedText(manager?.name ?? providerName);
  const { signIn } = mailWords[language];
  return {
    ...addressesOf(publicUrl),
    ...(links.link !== undefined && { link: links.link }),
    links: linkLines(links, publicUrl),
    signIn: links.link === undefined ? signIn.byKey(managerName) : signIn.byLink(SIGN_IN_LINK_DAYS),
    client: isolatedText(mail.clientName ?? providerName),
    provider: isolatedText(providerName),
    manager: managerName,
    percent: `${mail.percent}%`,
    questions: questionsIn(mail, interviews.get(language)),
    days: mailWords[language].days(wholeDays(at - (mail.savedAt ?? mail.addedAt))),
    change: mailWords[language].acts[mail.act ?? "manager.changed"](
      isolatedText(mail.askedByName ?? providerName),
      isolatedText(mail.aboutName ?? providerName),
    ),
  };
}

/** Each follow-up in its manager's words, below the title of its question. */
function questionsIn({ followUps }: ComposedMail, interview: Interview | undefined): string {
  const titles = new Map(interview && questionsOf(interview).map(({ id, title }) => [id, title]));
  return followUps
    .map(({ questionId, text }) => [titles.get(questionId), text].filter(Boolean).join("\n"))
    .join("\n\n");
}

function wholeDays(ms: number): number {
  return Math.max(0, Math.floor(ms / DAY_MS));
}

/** The links that a client asked for, below the name of each business where the address has several. */
function linkLines({ all }: MailLinks, publicUrl: string): string {
  const [only] = all;
  if (!only) return `${publicUrl}/`;
  if (all.length === 1) return only.link;
  return all.map(({ clientName, link }) => `${isolatedText(clientName)}\n${link}`).join("\n\n");
}

/** The addresses without a key. */
function addressesOf(publicUrl: string) {
  return { link: `${publicUrl}/`, console: `${publicUrl}/console/` };
}

type MailWords = {
  /** How a client signs in from a mail: by the link in it, or by a key that they have. */
  signIn: { byLink: (days: number) => string; byKey: (manager: string) => string };
  days: (days: number) => string;
  sampleQuestions: string;
  footer: (provider: string, optOut: string) => string;
  acts: { [Act in AccountAct]: (by: string, about: string) => string };
};

/** The words of a mail that stand outside its template. */
const mailWords: { [Of in Language]: MailWords } = {
  en: {
    signIn: {
      byLink: (days) =>
        `The link signs you in on the first phone or computer you open it on. It works for ${days} days.`,
      byKey: (manager) =>
        `You’ll need your access key or the first link we sent you. Can’t find them? Just reply, and ${manager} will send new ones.`,
    },
    days: (days) => (days === 1 ? "1 day" : `${days} days`),
    sampleQuestions:
      "Getting paid and keeping books\nHow long do customers usually take to pay?\n\nYour team\nWho answers the phone on Mondays?",
    footer: (provider, optOut) =>
      `--\n${provider} sends you this email about your interview. To stop these emails, open:\n${optOut}`,
    acts: {
      "manager.added": (by, about) => `${by} added an account for ${about}.`,
      "manager.changed": (by, about) => `${by} changed what ${about}’s account can do.`,
      "manager.link-made": (by, about) => `${by} made a password link for ${about}’s account.`,
      "manager.revoked": (by, about) => `${by} revoked ${about}’s account.`,
      "manager.revived": (by, about) => `${by} restored ${about}’s account, so they can sign in again.`,
      "manager.unlinked": (by, about) => `${by} unlinked ${about}’s sign-in.`,
      "manager.second-factor-removed": (by, about) => `${by} removed ${about}’s second factor.`,
      "manager.second-factor-off": (by) => `${by} turned off their own second factor.`,
    },
  },
  es: {
    signIn: {
      byLink: (days) =>
        `Con este enlace entra en el primer teléfono o computadora donde lo abra. Funciona durante ${days} días.`,
      byKey: (manager) =>
        `Necesitará su clave de acceso o el primer enlace que le enviamos. ¿No los encuentra? Responda a este correo y ${manager} le enviará otros.`,
    },
    days: (days) => (days === 1 ? "1 día" : `${days} días`),
    sampleQuestions:
      "Cobros y cuentas\n¿Cuánto suelen tardar sus clientes en pagar?\n\nSu equipo\n¿Quién atiende el teléfono los lunes?",
    footer: (provider, optOut) =>
      `--\n${provider} le envía este correo sobre su entrevista. Para no recibir más correos, abra:\n${optOut}`,
    acts: {
      "manager.added": (by, about) => `${by} agregó una cuenta para ${about}.`,
      "manager.changed": (by, about) => `${by} cambió lo que puede hacer la cuenta de ${about}.`,
      "manager.link-made": (by, about) => `${by} creó un enlace de contraseña para la cuenta de ${about}.`,
      "manager.revoked": (by, about) => `${by} canceló la cuenta de ${about}.`,
      "manager.revived": (by, about) => `${by} reactivó la cuenta de ${about}, que ya puede volver a entrar.`,
      "manager.unlinked": (by, about) => `${by} desvinculó el inicio de sesión de ${about}.`,
      "manager.second-factor-removed": (by, about) => `${by} quitó el segundo factor de ${about}.`,
      "manager.second-factor-off": (by) => `${by} desactivó su propio segundo factor.`,
    },
  },
};

function headers() {
  // so that no holiday notice answers it (RFC 3834)
  return { "Auto-Submitted": "auto-generated", "User-Agent": `Firsthand/${version}` };
}

/** For the mailbox's own button (RFC 8058). */
function optOutHeaders(optOut: string) {
  return { "List-Unsubscribe": `<${optOut}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
