import { carriesPasswordLink, type MailKind } from "#contract/manage/mail/mail.ts";
import { issueLinkKey, keyLink } from "../access-keys/issue-key.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import { linkAddress, linkForMail } from "../managers/accounts.ts";
import type { SettingValues } from "../settings/settings-in-force.ts";
import type { Storage } from "../storage/storage.ts";
import type { ComposedMail } from "./mail-turn.ts";

/** What is needed to put sign-in links into a mail. */
export type SignInLinkContext = {
  storage: Pick<Storage, "accessKeys" | "mail" | "managers">;
  secrets: Secrets;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Whether mails to clients contain sign-in links. */
  areOn: boolean;
  /** How long the links work. */
  linkDays: LinkDays;
};

export type ClientLink = { clientName: string; link: string };

/** The links of one mail. A mail without a link leads to the access screen. */
export type MailLinks = {
  /** For the mail's client to sign in, or for its reader to set a password; undefined if the mail has no link. */
  link: string | undefined;
  /** For a mail that was asked for: one link per client of the address. */
  all: ClientLink[];
};

export const NO_LINKS: MailLinks = { link: undefined, all: [] };

/** Makes the keys just before the mail is sent, so that nothing stored in the queue can sign in. */
export async function linksOf(
  context: SignInLinkContext,
  mail: ComposedMail,
  now: number,
): Promise<MailLinks> {
  const { storage, areOn } = context;
  const { clientId, recipient, kind, isToClient } = mail;
  if (carriesPasswordLink(kind)) return passwordLink(context, mail, now);
  if (!areOn || !isToClient || clientId === null || !recipient) return NO_LINKS;
  if (kind === "sign-in-link") {
    const clients = await storage.mail.listClientsAt(recipient.email);
    const all: ClientLink[] = [];
    for (const { clientId: id, name } of clients) {
      const link = await linkFor(context, mail, { clientId: id, now });
      if (link !== undefined) all.push({ clientName: name, link });
    }
    return { link: undefined, all };
  }
  const link = await linkFor(context, mail, { clientId, now });
  const question = mail.followUps[0]?.questionId;
  return { link: link && question ? `${link}&q=${encodeURIComponent(question)}` : link, all: [] };
}

async function passwordLink(
  { storage, publicUrl }: SignInLinkContext,
  { reader, askedBy }: ComposedMail,
  now: number,
): Promise<MailLinks> {
  if (!reader) return NO_LINKS;
  const made = await linkForMail(storage, { managerId: reader.managerId, askedBy }, now);
  return { link: linkAddress(publicUrl, made), all: [] };
}

export type LinkDays = SettingValues["linkDays"];

/** How long the link in a mail of this kind works. */
export function linkDaysOf(linkDays: LinkDays, kind: MailKind): number {
  return kind === "invitation" ? linkDays.invitation : linkDays.other;
}

/** Undefined if links are off for the client, because a mail scanner uses them up. */
async function linkFor(
  { storage, secrets, publicUrl, linkDays }: SignInLinkContext,
  { mailId, kind }: ComposedMail,
  { clientId, now }: { clientId: string; now: number },
): Promise<string | undefined> {
  if (await storage.accessKeys.areLinksOff(clientId)) return undefined;
  const issuing = { storage, secrets, now, actor: { actor: "nobody", at: now } };
  const { accessKey } = await issueLinkKey(issuing, { clientId, mailId, days: linkDaysOf(linkDays, kind) });
  return keyLink({ publicUrl }, accessKey);
}
