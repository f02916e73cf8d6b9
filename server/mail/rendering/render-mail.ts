import { DAY_MS } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { type Language, offeredLanguage } from "#contract/languages.ts";
import {
  carriesPasswordLink,
  isAwaited,
  type MailKind,
  type MailTemplate,
  mailKinds,
} from "#contract/manage/mail/mail.ts";
import {
  buttonsIn,
  fillTemplate,
  type Placeholder,
  withButtons,
} from "#contract/manage/mail/mail-templates.ts";
import type { MailPreview } from "#contract/manage/mail/shown-mail.ts";
import { roundedMinutes } from "../../interview-file/interview-minutes.ts";
import type { MailLook } from "../../interview-file/mail-look.ts";
import { mailedLinkHours } from "../../managers/accounts.ts";
import { countedQuestions } from "../../records/status.ts";
import { version } from "../../runtime/package.ts";
import { type Words, wordsIn } from "../../runtime/words.ts";
import type { MailFrom } from "../../settings/smtp-settings.ts";
import type { DueMail, MailPerson } from "../../storage/mail/mails.ts";
import { digestLists, listText, SAMPLE_DIGEST } from "../digest/digest-lists.ts";
import type { ComposedMail } from "../mail-turn.ts";
import { type LinkDays, linkDaysOf, type MailLinks } from "../sign-in-links.ts";
import { builtInTemplate, buttonWords } from "./built-in-mails.ts";
import { clockWords } from "./clock-words.ts";
import {
  htmlMail,
  type MailBlock,
  type MailButtons,
  type MailFooter,
  type MailList,
  mailBlocks,
} from "./html-mail.ts";
import { headerName, isolatedText, unencodedText } from "./isolated-text.ts";
import { sampleWebhook, webhookValues } from "./webhook-words.ts";

/** What mails say about this installation. */
export type MailSender = {
  from: MailFrom;
  providerName: string;
  /** The interviews by language; the first is for clients whose language is not offered. */
  interviews: ReadonlyMap<Language, Interview>;
  /** Without a trailing slash. */
  publicUrl: string;
  look: MailLook;
};

/** A mail as it is handed to the mail server. */
export type RenderedMail = {
  messageId: string;
  from: MailPerson;
  to: MailPerson;
  replyTo: MailPerson | undefined;
  subject: string;
  text: string;
  html: string;
  /** A PNG for the HTML; undefined where the provider's name is shown instead. */
  logo: Buffer | undefined;
  at: number;
  headers: { [name: string]: string };
};

/** The content of the HTML, from top to bottom. */
type ShownBlocks = { blocks: MailBlock[]; footer: string[] };

type Rendering = {
  recipient: MailPerson;
  at: number;
  optOutToken: string | undefined;
  links: MailLinks;
  /** How long the sign-in links work. */
  linkDays: LinkDays;
};

/** Renders a mail as text and HTML, with the provider's own text if there is one. */
export function renderMail(
  mail: ComposedMail,
  sender: MailSender,
  rendering: Rendering,
): RenderedMail & ShownBlocks {
  const { recipient, at, optOutToken, links, linkDays } = rendering;
  const { from, providerName, publicUrl, interviews, look } = sender;
  const language = mailLanguage(mail, interviews);
  const optOut = optOutToken === undefined ? undefined : `${publicUrl}/opt-out/${optOutToken}`;
  const words = wordsIn(language);
  const isForClient = mailKinds[mail.kind].to === "client";
  const template = mail.template ?? builtInTemplate(mail.kind, language);
  const lists = mail.digest === null ? [] : digestLists(mail.digest, { publicUrl, words });
  const values = valuesOf(mail, sender, { at, words, links, linkDays, lists });
  const { subject, text } = filled(template, mail.kind, values);
  const footer = optOut === undefined ? undefined : footerOf(words, providerName, optOut);
  const buttons = buttonsOf(template.text, values, { links, publicUrl, words, mail });
  return {
    // the same for each attempt, so that a mail program can detect duplicates
    messageId: `<${mail.mailId}@${from.email.slice(from.email.lastIndexOf("@") + 1)}>`,
    from: inHeader({ name: from.name ?? providerName, email: from.email }),
    to: inHeader(recipient),
    replyTo: isForClient && mail.manager ? inHeader(mail.manager) : undefined,
    subject: unencodedText(subject),
    text: withFooter(text, footer),
    html: htmlMail({
      language,
      subject,
      text,
      footer,
      providerName,
      look,
      buttons,
      lists: new Map(lists.map((list) => [listText(list), list])),
    }),
    blocks: mailBlocks({ text, buttons }),
    footer: footer ? [footer.sentence, footer.link.label] : [],
    logo: look.logo?.png,
    at,
    headers: { ...mailHeaders(), ...(optOut && optOutHeaders(optOut)) },
  };
}

/** The language of a mail: the client's if the provider offers it, otherwise the provider's first. */
export function mailLanguage(
  { language }: Pick<DueMail, "language">,
  interviews: MailSender["interviews"],
): Language {
  return offeredLanguage(language === null ? [] : [language], [...interviews.keys()]);
}

type NamedButton = [lines: string, button: { label: string; address: string }];

type LinkContext = {
  links: MailLinks;
  publicUrl: string;
  words: Words;
  mail: Pick<ComposedMail, "kind" | "clientId"> & {
    webhook: { webhookId: string } | null;
    handOver: { managerId: string } | null;
  };
};

type AboutMail = LinkContext["mail"];

/** The buttons of a mail: those named in its template, and addresses on a line alone. */
function buttonsOf(template: string, values: Values, leads: LinkContext): MailButtons {
  return new Map([...templateButtons(template, leads.mail.kind, values), ...bareButtons(leads)]);
}

function bareButtons({ links: { link, all }, publicUrl, words: { say }, mail }: LinkContext): NamedButton[] {
  const { kind } = mail;
  const addresses = addressesOf(publicUrl, mail);
  const label = say(buttonWords(kind));
  const toInterview = [addresses.link, link, ...all.map((each) => each.link)];
  return [
    ...toInterview.flatMap((address): NamedButton[] => (address ? [[address, { label, address }]] : [])),
    [addresses.console, { label: say("mail.toConsole"), address: addresses.console }],
  ];
}

/** The buttons named in a template. */
function templateButtons(text: string, kind: MailKind, values: Values): NamedButton[] {
  const address = values[leadOf(kind)];
  return buttonsIn(text).map((label) => [buttonLines(label, address), { label, address }]);
}

/** A button in the mail's text. */
function buttonLines(label: string, address: string): string {
  return `${label}:\n${address}`;
}

/** The placeholder whose address a template's buttons lead to. */
function leadOf(kind: MailKind): "link" | "console" {
  return mailKinds[kind].to === "client" || carriesPasswordLink(kind) ? "link" : "console";
}

/** What a preview says about this installation. */
export type PreviewSender = Omit<MailSender, "from" | "interviews"> & {
  language: Language;
  /** How long sign-in links work. */
  linkDays: LinkDays;
};

/** A preview of a template with sample values. */
export function previewMail(
  kind: MailKind,
  template: MailTemplate,
  { providerName, publicUrl, language, linkDays, look }: PreviewSender,
): MailPreview {
  const words = wordsIn(language);
  const sample = carriesPasswordLink(kind) ? `${publicUrl}/console/#link=…` : `${publicUrl}/#key=…`;
  const lists = digestLists(SAMPLE_DIGEST, { publicUrl, words });
  const about = sampleAbout(kind);
  const values = {
    ...addressesOf(publicUrl, about),
    link: sample,
    links: sample,
    signIn: signInWords(
      { kind, askedBy: kind === "manager-invited" ? "Ada" : null },
      { links: { link: sample, all: [] }, linkDays, say: words.say, manager: "Mia" },
    ),
    inviter: "Ada",
    client: "Rosa’s Bakery",
    contact: "Rosa",
    words: words.say("mail.sampleWords"),
    count: "13",
    minutes: "35",
    due: words.say("mail.due", { day: dayWords("2026-12-04", language) }),
    provider: isolatedText(providerName),
    manager: "Mia",
    percent: "40%",
    questions: words.say("mail.sampleQuestions"),
    days: words.say("mail.days", { days: 5 }),
    change: words.say("mail.act.manager.link-made", { by: "Ada", about: "Mia" }),
    digest: digestText(lists),
    clients: words.say("mail.clients", { clients: SAMPLE_DIGEST.clients }),
    colleague: "Ada",
    until: dayWords("2026-12-04", language),
    ...webhookValues(sampleWebhook(kind), words, null),
    arrival: arrivalLines({ ...SAMPLE_ARRIVAL, createdAt: Date.parse("2026-12-04T14:04Z") }, language),
  };
  const { subject, text } = filled(template, kind, values);
  const isStoppable = mailKinds[kind].to === "client" && !isAwaited(kind);
  const footer = isStoppable ? footerOf(words, providerName, `${publicUrl}/opt-out/…`) : undefined;
  const links = { link: sample, all: [] };
  const buttons = buttonsOf(template.text, values, {
    links,
    publicUrl,
    words,
    mail: about,
  });
  return {
    subject,
    text: withFooter(text, footer),
    blocks: mailBlocks({ text, buttons }),
    footer: footer ? [footer.sentence, footer.link.label] : [],
    look: shownLook(providerName, look),
  };
}

/** In a preview, an ellipsis stands for each id. */
function sampleAbout(kind: MailKind): AboutMail {
  const isOfWebhook = kind === "webhook-failing" || kind === "webhook-off";
  return {
    kind,
    clientId: null,
    webhook: isOfWebhook ? { webhookId: "…" } : null,
    handOver: kind === "standing-in" ? { managerId: "…" } : null,
  };
}

/** What the preview in the console needs to draw a mail in the provider's colors. */
export function shownLook(providerName: string, { logo, light }: MailLook): MailPreview["look"] {
  return { providerName, hasLogo: logo !== undefined, ...light };
}

/** The footer of each mail to a client, below the template. */
function footerOf({ say }: Words, providerName: string, optOut: string): MailFooter {
  return {
    sentence: say("mail.footer", { provider: isolatedText(providerName) }),
    link: { label: say("optOut.press"), address: optOut },
  };
}

/** In plain text, "--" marks what follows as small print, and the address stands below its label. */
function withFooter(text: string, footer: MailFooter | undefined): string {
  if (!footer) return text;
  const { sentence, link } = footer;
  return `${text}\n\n--\n${sentence}\n${link.label}:\n${link.address}`;
}

function inHeader({ name, email }: MailPerson): MailPerson {
  return { name: headerName(name), email };
}

type Values = { [Name in Placeholder]: string };

/** Fills in a template; a placeholder without a value leaves no extra blank line. */
function filled({ subject, text }: MailTemplate, kind: MailKind, values: Values): MailTemplate {
  const inLines = withButtons(text, (label) => buttonLines(label, `{{${leadOf(kind)}}}`));
  const inText = fillTemplate(inLines, values).replaceAll(/\n{3,}/g, "\n\n");
  return { subject: fillTemplate(subject, values), text: inText.trim() };
}

/** "Gil" of "Gil Haddad"; all of "Dr. Haddad". */
function firstName(contact: string): string {
  const [first = contact] = contact.split(/\s+/);
  return first.endsWith(".") ? contact : first;
}

/** "Friday, December 4". */
function dayWords(day: string, language: Language): string {
  const format = { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, format).format(Date.parse(day));
}

type MailValueOptions = {
  at: number;
  words: Words;
  links: MailLinks;
  linkDays: LinkDays;
  lists: readonly MailList[];
};

function valuesOf(
  mail: ComposedMail,
  { providerName, publicUrl, interviews }: MailSender,
  { at, words, links, linkDays, lists }: MailValueOptions,
) {
  const { language, say } = words;
  const isForClient = mailKinds[mail.kind].to === "client";
  const manager = isForClient ? mail.manager : mail.recipient;
  const interview = interviews.get(language);
  const managerName = isolatedText(manager?.name ?? providerName);
  return {
    ...addressesOf(publicUrl, mail),
    ...(links.link !== undefined && { link: links.link }),
    links: linkLines(links, publicUrl),
    signIn: signInWords(mail, { links, linkDays, say, manager: managerName }),
    inviter: isolatedText(mail.askedByName ?? providerName),
    client: isolatedText(mail.clientName ?? providerName),
    contact: mail.contact === null ? say("mail.anybody") : isolatedText(firstName(mail.contact)),
    words: mail.words ?? "",
    // the count as it is before the first answer
    count: String(interview ? countedQuestions(interview, null).length : 0),
    minutes: String(interview ? roundedMinutes(interview) : 0),
    due: mail.dueOn === null ? "" : say("mail.due", { day: dayWords(mail.dueOn, language) }),
    provider: isolatedText(providerName),
    manager: managerName,
    percent: `${mail.percent}%`,
    questions: questionsIn(mail, interview),
    days: say("mail.days", { days: wholeDays(at - (mail.savedAt ?? mail.addedAt)) }),
    change: say(`mail.act.${mail.act ?? "manager.changed"}`, {
      by: isolatedText(mail.askedByName ?? providerName),
      about: isolatedText(mail.aboutName ?? providerName),
    }),
    digest: digestText(lists),
    ...clientsValues(mail, words),
    ...webhookValues(mail.webhook, words, mail.reader?.timeZone ?? null),
    arrival: arrivalLines(mail, language),
  };
}

type SignInFacts = Pick<MailValueOptions, "links" | "linkDays"> & { say: Words["say"]; manager: string };

function signInWords(
  { kind, askedBy }: Pick<ComposedMail, "kind" | "askedBy">,
  { links, linkDays, say, manager }: SignInFacts,
): string {
  if (carriesPasswordLink(kind))
    return say("mail.signIn.once", { life: lifeWords(mailedLinkHours(askedBy), say) });
  return links.link === undefined && links.all.length === 0
    ? say("mail.signIn.byKey", { manager })
    : say("mail.signIn.byLink", { days: linkDaysOf(linkDays, kind) });
}

function lifeWords(hours: number, say: Words["say"]): string {
  return hours < 24 ? say("mail.hours", { hours }) : say("mail.days", { days: hours / 24 });
}

type ArrivalFacts = Pick<ComposedMail, "device" | "address" | "createdAt" | "reader">;
const SAMPLE_ARRIVAL = { device: "Firefox on Windows", address: "192.0.2.0/24", reader: null };

/** Device, network and time of a sign-in, each on a line; the time is in the manager's time zone. */
function arrivalLines({ device, address, createdAt, reader }: ArrivalFacts, language: Language): string {
  const clock = clockWords(createdAt, language, reader?.timeZone ?? null);
  return [device, address, clock].filter(Boolean).join("\n");
}

/** The number of clients that the mail is about; for a handover, also the colleague's name and the end date. */
function clientsValues({ digest, handOver, aboutName }: ComposedMail, { language, say }: Words) {
  const { clients = 0 } = digest ?? handOver ?? {};
  return {
    clients: say("mail.clients", { clients }),
    colleague: isolatedText(aboutName ?? ""),
    until: handOver === null ? "" : dayWords(handOver.until, language),
  };
}

/** Puts each list into a separate block, wherever its placeholder is. */
function digestText(lists: readonly MailList[]): string {
  return `\n\n${lists.map(listText).join("\n\n")}\n\n`;
}

/** Each follow-up in the manager's words, below the title of its question. */
function questionsIn({ followUps }: ComposedMail, interview: Interview | undefined): string {
  const titles = new Map(interview && questionsOf(interview).map(({ id, title }) => [id, title]));
  return followUps
    .map(({ questionId, text }) => [titles.get(questionId), text].filter(Boolean).join("\n"))
    .join("\n\n");
}

function wholeDays(ms: number): number {
  return Math.max(0, Math.floor(ms / DAY_MS));
}

/** The links that a client asked for; if the address has several clients, each below its business's name. */
function linkLines({ all }: MailLinks, publicUrl: string): string {
  const [only] = all;
  if (!only) return `${publicUrl}/`;
  if (all.length === 1) return only.link;
  return all.map(({ clientName, link }) => `${isolatedText(clientName)}\n${link}`).join("\n\n");
}

/** Addresses without a key; the console's address leads to what the mail is about. */
function addressesOf(publicUrl: string, mail: AboutMail) {
  return { link: `${publicUrl}/`, console: `${publicUrl}/console/${consolePage(mail)}` };
}

function consolePage({ kind, clientId, webhook, handOver }: AboutMail): string {
  if (handOver !== null) return `?goesBackTo=${handOver.managerId}`;
  if (webhook !== null) return `webhooks/${webhook.webhookId}`;
  if (kind === "new-sign-in") return "account/sessions";
  return clientId === null ? "" : `clients/${clientId}`;
}

/** Headers of every mail. */
export function mailHeaders() {
  // keeps vacation responders from answering (RFC 3834)
  return { "Auto-Submitted": "auto-generated", "User-Agent": `Firsthand/${version}` };
}

/** Headers for a mail program's own unsubscribe button (RFC 8058). */
function optOutHeaders(optOut: string) {
  return { "List-Unsubscribe": `<${optOut}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
