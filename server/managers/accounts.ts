import { randomBytes } from "node:crypto";
import { HOUR_MS } from "#contract/instants.ts";
import type { Role } from "#contract/manage/accounts.ts";
import { FORGOTTEN_LINK_HOURS, PASSWORD_LINK_DAYS } from "#contract/manage/limits.ts";
import type { MailKind } from "#contract/manage/mail/mail.ts";
import type { LinkDelivery, StoredManager } from "../storage/managers/managers.ts";
import type { NewMail } from "../storage/outbox/mail-outbox.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import type { PasswordHasher } from "./passwords.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

const PASSWORD_LINK_HOURS = PASSWORD_LINK_DAYS * 24;

/** Shown once only. The token appears in no log, because it goes into the fragment of an address. */
export type MadeLink = { managerId: string; token: string; expiresAt: number };

type NewAccount = { name: string; email: string; role: Role };

/**
 * Adds an account and returns the link with which its owner sets a password; undefined if the email address is taken.
 */
export async function addManager(
  storage: Pick<Storage, "managers">,
  account: NewAccount,
  actor: Actor,
): Promise<MadeLink | undefined> {
  const managerId = newManagerId();
  const { link, made } = newLink(managerId, actor.at);
  return (await putAccount(storage, { ...account, managerId }, { way: link, actor })) ? made : undefined;
}

/** The same, but the link goes out by mail and is made when the mail is sent. Returns the account's id. */
export async function inviteManager(
  storage: Pick<Storage, "managers">,
  account: NewAccount,
  actor: Actor,
): Promise<string | undefined> {
  const managerId = newManagerId();
  const way = { mail: linkMail("manager-invited", managerId, actor) };
  return (await putAccount(storage, { ...account, managerId }, { way, actor })) ? managerId : undefined;
}

/** Makes a new link that replaces an earlier one; undefined if the account does not exist or is revoked. */
export async function makePasswordLink(
  storage: Pick<Storage, "managers">,
  managerId: string,
  actor: Actor,
): Promise<MadeLink | undefined> {
  const { link, made } = newLink(managerId, actor.at);
  const event = eventOf(actor, "manager.link-made", { detail: managerId });
  return (await storage.managers.putPasswordLink(link, [event])) ? made : undefined;
}

/** The same by mail. Returns the account that the mail goes to. */
export function mailPasswordLink(
  storage: Pick<Storage, "managers">,
  managerId: string,
  actor: Actor,
): Promise<StoredManager | undefined> {
  const event = eventOf(actor, "manager.link-made", { detail: `${managerId} by mail` });
  // an account that was never used gets the invitation again
  const kindFor = ({ passwordHash, lastUsedAt }: StoredManager) =>
    passwordHash === null && lastUsedAt === null ? "manager-invited" : "password-link";
  return storage.managers.mailPasswordLink(
    managerId,
    (manager) => linkMail(kindFor(manager), managerId, actor),
    [event],
  );
}

/** Makes the link of a mail just before it is sent. A link that the owner requested expires sooner. */
export async function linkForMail(
  storage: Pick<Storage, "managers">,
  { managerId, askedBy }: { managerId: string; askedBy: string | null },
  now: number,
): Promise<MadeLink> {
  const { link, made } = newLink(managerId, now, mailedLinkHours(askedBy));
  await storage.managers.addPasswordLink(link);
  return made;
}

/**
 * Lifetime of a mailed link: an administrator's mail may wait over a weekend, but an owner who asked reads it at once.
 */
export function mailedLinkHours(askedBy: string | null): number {
  return askedBy === null ? FORGOTTEN_LINK_HOURS : PASSWORD_LINK_HOURS;
}

/**
 * Where a second factor is on, the new password takes effect after the code. For an invalid link nothing is hashed,
 * because anyone may make this call.
 */
export async function setPasswordByLink(
  { storage, passwords }: { storage: Pick<Storage, "managers">; passwords: PasswordHasher },
  { token, password }: { token: string; password: string },
  actor: Actor,
): Promise<{ manager: StoredManager; passwordHash: string } | undefined> {
  const tokenHash = tokenHashOf("link", token);
  if (!tokenHash || !(await storage.managers.findPasswordLink(tokenHash, actor.at))) return undefined;
  const passwordHash = await passwords.hash(password);
  const use = { tokenHash, at: actor.at, passwordHash };
  const manager = await storage.managers.redeemPasswordLink(use, (managerId) =>
    eventOf({ ...actor, actor: managerId }, "manager.password-set", { detail: "by a link" }),
  );
  return manager && { manager, passwordHash };
}

/** The address to open. The token is in the fragment, which browsers send to no server, so that no log contains it. */
export function linkAddress(publicUrl: string, { token }: MadeLink): string {
  return `${publicUrl}/console/#link=${token}`;
}

const newManagerId = () => `mg_${randomBytes(10).toString("hex")}`;

type Putting = { way: LinkDelivery; actor: Actor };

function putAccount(
  storage: Pick<Storage, "managers">,
  account: NewAccount & { managerId: string },
  { way, actor }: Putting,
): Promise<boolean> {
  return storage.managers.add({ ...account, createdAt: actor.at }, way, [
    eventOf(actor, "manager.added", { detail: `${account.managerId} ${account.role}` }),
  ]);
}

function linkMail(kind: MailKind, managerId: string, { actor, at }: Actor): NewMail {
  return { kind, clientId: null, managerId, askedBy: actor, at };
}

function newLink(managerId: string, now: number, hours = PASSWORD_LINK_HOURS) {
  const { token, tokenHash } = newToken("link");
  const expiresAt = now + hours * HOUR_MS;
  return { link: { tokenHash, managerId, createdAt: now, expiresAt }, made: { managerId, token, expiresAt } };
}
