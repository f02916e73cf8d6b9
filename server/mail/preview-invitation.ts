import type { InvitationPreview, InvitationRequest } from "#contract/manage/invitations.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import type { MailPerson } from "../storage/mail/mails.ts";
import type { Storage } from "../storage/storage.ts";
import type { ComposedMail } from "./mail-turn.ts";
import { LOGO_CID } from "./rendering/html-mail.ts";
import { type MailSender, mailLanguage, renderMail, shownLook } from "./rendering/render-mail.ts";
import type { LinkDays } from "./sign-in-links.ts";

export type PreviewOptions = {
  storage: Pick<Storage, "mail" | "managers">;
  sender: Omit<MailSender, "from"> & { from: MailSender["from"] | undefined };
  linkDays: LinkDays;
  now: number;
};

/** Stands in for the key. */
const SAMPLE_KEY = "…";
/** Placeholder sender for an installation without mail; it is never shown. */
const NO_SENDER = { name: undefined, email: "nobody@localhost" };

/** The invitation as the client would get it, with a link that does not sign in. */
export async function previewInvitation(
  { storage, sender, linkDays, now }: PreviewOptions,
  client: ManagedClient,
  { words, dueOn = client.dueOn }: InvitationRequest,
): Promise<InvitationPreview> {
  const manager = client.managerId === null ? undefined : await storage.managers.find(client.managerId);
  const language = mailLanguage(client, sender.interviews);
  const template = await storage.mail.findTemplate({ kind: "invitation", language });
  const recipient: MailPerson = { name: client.contact ?? client.name, email: client.email ?? "" };
  const mail: ComposedMail = {
    ...nothingHappened(now),
    clientId: client.clientId,
    clientName: client.name,
    contact: client.contact,
    language: client.language,
    manager: manager && manager.revokedAt === null ? manager : null,
    recipient,
    words: words ?? null,
    dueOn,
    template,
  };
  const link = `${sender.publicUrl}/#key=${SAMPLE_KEY}`;
  const rendered = renderMail(
    mail,
    { ...sender, from: sender.from ?? NO_SENDER },
    { recipient, at: now, optOutToken: SAMPLE_KEY, links: { link, all: [] }, linkDays },
  );
  const { subject, text, html, logo, from, to, replyTo, blocks, footer } = rendered;
  const { providerName, look } = sender;
  return {
    from: sender.from ? from : null,
    to: client.email === null ? null : to,
    replyTo: replyTo ?? null,
    subject,
    text,
    html: logo
      ? html.replaceAll(`cid:${LOGO_CID}`, `data:image/png;base64,${logo.toString("base64")}`)
      : html,
    blocks,
    footer,
    look: shownLook(providerName, look),
  };
}

/** A mail that is not in the queue. */
function nothingHappened(now: number) {
  return {
    mailId: "ml_preview",
    kind: "invitation",
    act: null,
    device: null,
    address: null,
    askedByName: null,
    aboutName: null,
    webhook: null,
    handOver: null,
    isToClient: true,
    reader: null,
    isHandedOver: false,
    askedBy: null,
    timeZone: null,
    round: null,
    state: "waiting",
    attempts: 0,
    createdAt: now,
    nextAt: null,
    percent: 0,
    addedAt: now,
    lastSeenAt: null,
    savedAt: null,
    submittedAt: null,
    followUpAskedAt: null,
    isOptedOut: false,
    getsReminders: true,
    followUps: [],
    digest: null,
  } as const satisfies Partial<ComposedMail>;
}
