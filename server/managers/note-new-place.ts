import { DAY_MS } from "#contract/instants.ts";
import { KNOWN_PLACE_DAYS } from "#contract/manage/limits.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import type { Actor } from "./actor.ts";

type Noting = { storage: Pick<Storage, "audit" | "mail">; mail: { isOn: boolean } };

/**
 * Mails the owner of an account after a sign-in from a network that the account has not signed in from lately: the owner
 * alone knows who it was. `manager`: the account as it was before. A first sign-in has nothing to be compared with.
 */
export async function noteNewPlace(
  { storage, mail }: Noting,
  { managerId, lastUsedAt }: StoredManager,
  { at, address }: Pick<Actor, "at" | "address">,
): Promise<void> {
  if (!mail.isOn || lastUsedAt === null || address === undefined) return;
  const since = at - KNOWN_PLACE_DAYS * DAY_MS;
  if (await storage.audit.hasSignedInFrom({ managerId, address, since, until: at })) return;
  const dedupeKey = `new-sign-in:${managerId}:${address}:${Math.floor(at / DAY_MS)}`;
  await storage.mail.put([{ kind: "new-sign-in", clientId: null, managerId, at, dedupeKey }]);
}
