import { randomBytes } from "node:crypto";
import { DAY_MS } from "#contract/instants.ts";
import type { Role } from "#contract/manage/accounts.ts";
import { PASSWORD_LINK_DAYS } from "#contract/manage/limits.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import { type Actor, eventOf } from "./actor.ts";
import type { PasswordHasher } from "./passwords.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

/** Shown once; the token stands in no log, since it becomes the fragment of an address. */
export type MadeLink = { managerId: string; token: string; expiresAt: number };

type NewAccount = { name: string; email: string; role: Role };

/** A new account and the link by which its owner sets a password; undefined where the email address has one. */
export async function addManager(
  storage: Pick<Storage, "managers">,
  account: NewAccount,
  actor: Actor,
): Promise<MadeLink | undefined> {
  const managerId = `mg_${randomBytes(10).toString("hex")}`;
  const { link, made } = newLink(managerId, actor.at);
  const added = await storage.managers.add({ ...account, managerId, createdAt: actor.at }, link, [
    eventOf(actor, "manager.added", { detail: `${managerId} ${account.role}` }),
  ]);
  return added ? made : undefined;
}

/** A new link for an account, in place of an earlier one; undefined where it does not exist or is revoked. */
export async function makePasswordLink(
  storage: Pick<Storage, "managers">,
  managerId: string,
  actor: Actor,
): Promise<MadeLink | undefined> {
  const { link, made } = newLink(managerId, actor.at);
  const event = eventOf(actor, "manager.link-made", { detail: managerId });
  return (await storage.managers.putPasswordLink(link, [event])) ? made : undefined;
}

/** The password counts from the code on where a second factor is on. Where a link is not good any more, nothing is hashed: anybody may ask. */
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

/** The address to open. The fragment stays in the browser: no server and no log ever sees it. */
export function linkAddress(publicUrl: string, { token }: MadeLink): string {
  return `${publicUrl}/console/#link=${token}`;
}

function newLink(managerId: string, now: number) {
  const { token, tokenHash } = newToken("link");
  const expiresAt = now + PASSWORD_LINK_DAYS * DAY_MS;
  return { link: { tokenHash, managerId, createdAt: now, expiresAt }, made: { managerId, token, expiresAt } };
}
