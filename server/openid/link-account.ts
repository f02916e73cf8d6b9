import { emailSchema } from "#contract/api/email.ts";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import type { Person } from "./provider.ts";

export type Admission = { manager: StoredManager } | RefusedPerson;
export type RefusedPerson = {
  refusal: OpenIdRefusal;
  /** For the audit trail, which tells apart causes that look alike to the person who is refused. */
  cause: OpenIdRefusal | "unknown" | "revoked";
  managerId?: string;
  /** For the log: what the provider is to blame for. */
  reason?: string;
};

export type Accounts = Pick<Storage, "identities" | "managers">;

/**
 * Whose account a person comes in to. The first time it is the one with their verified email address, and from then on
 * the one that they are linked to, whatever their address is by then. No account is ever made here.
 */
export async function admit(storage: Accounts, person: Person, actor: Actor): Promise<Admission> {
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

function unlessRevoked(manager: StoredManager): Admission {
  const { revokedAt, managerId } = manager;
  return revokedAt === null ? { manager } : { refusal: "no-account", cause: "revoked", managerId };
}
