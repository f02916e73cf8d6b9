import type { FastifyReply } from "fastify";
import { DAY_MS } from "#contract/instants.ts";
import { KNOWN_PLACE_DAYS } from "#contract/manage/limits.ts";
import type { StoredManager } from "../storage/managers/managers.ts";
import type { Storage } from "../storage/storage.ts";
import { keepBrowserCookie } from "./console-cookie.ts";
import type { SignInActor } from "./manager-sessions.ts";

type Noting = {
  storage: Pick<Storage, "audit" | "mail" | "managerSessions">;
  mail: { isOn: boolean };
};
type NotedArrival = Pick<SignInActor, "at" | "address" | "device" | "browser"> & { reply: FastifyReply };

/**
 * Remembers the browser of a sign-in. Mails the account's owner if the account knows neither this browser nor,
 * recently, this network, because only the owner can say who it was. `manager` is the account as it was before the
 * sign-in. A first sign-in sends no mail, because there is nothing to compare it with.
 */
export async function noteNewPlace(
  { storage, mail }: Noting,
  { managerId, lastUsedAt }: StoredManager,
  { at, address, device, browser, reply }: NotedArrival,
): Promise<void> {
  if (!browser) return;
  const { tokenHash: browserHash } = browser;
  const verdict = await storage.managerSessions.noteBrowser({ managerId, browserHash, at });
  keepBrowserCookie(reply, browser);
  if (!mail.isOn || lastUsedAt === null) return;
  const isNew = verdict === "new" || (await isNewNetwork(storage, { managerId, address, at }));
  if (!isNew) return;
  const dedupeKey = `new-sign-in:${managerId}:${browserHash}:${address}:${Math.floor(at / DAY_MS)}`;
  const signIn = { device, address: address ?? null };
  await storage.mail.put([{ kind: "new-sign-in", clientId: null, managerId, at, dedupeKey, signIn }]);
}

type Place = { managerId: string; address: string | undefined; at: number };

async function isNewNetwork(storage: Pick<Storage, "audit">, { address, at, ...account }: Place) {
  if (address === undefined) return false;
  const since = at - KNOWN_PLACE_DAYS * DAY_MS;
  return !(await storage.audit.hasSignedInFrom({ ...account, address, since, until: at }));
}
