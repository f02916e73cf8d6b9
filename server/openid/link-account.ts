import { emailSchema } from "#contract/api/email.ts";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import type { Person } from "./provider.ts";

export type LinkAccountResult = { manager: StoredManager } | RefusedPerson;
export type RefusedPerson = {
  refusal: OpenIdRefusal;
  /** For the audit trail, which distinguishes causes that look the same to the refused person. */
  cause: OpenIdRefusal | "unknown" | "revoked";
  managerId?: string;
  /** For the log: what went wrong at the provider. */
  reason?: string;
};

export type AccountStorage = Pick<Storage, "identities" | "managers">;

/**
 * Finds the account of a person. The first time it is the account with the person's verified email address, from then
 * on the account linked to the person, even if the address changes. Never creates an account.
 */
export async function linkAccount(
  storage: AccountStorage,
  person: Person,
  actor: Actor,
): Promise<LinkAccountResult> {
  const { issuer, subject } = person;
  const linked = await storage.identities.findManager({ issuer, subject });
  if (linked) return unlessRevoked(linked);
  const email = emailSchema.safeParse(await person.verifiedEmail());
  if (!email.success) return { refusal: "unverified", cause: "unverified" };
  const manager = await storage.managers.findByEmail(email.data);
  if (!manager) return { refusal: "no-account", cause: "unknown" };
  if (manager.revokedAt !== null) return unlessRevoked(manager);
  const { managerId } = manager;
  const isLinked = await storage.identities.link({ issuer, subject, managerId, linkedAt: actor.at }, [
    eventOf({ ...actor, actor: managerId }, "manager.linked", { detail: managerId }),
  ]);
  return isLinked ? { manager } : { refusal: "other-person", cause: "other-person", managerId };
}

function unlessRevoked(manager: StoredManager): LinkAccountResult {
  const { revokedAt, managerId } = manager;
  return revokedAt === null ? { manager } : { refusal: "no-account", cause: "revoked", managerId };
}
