import { hash, randomBytes } from "node:crypto";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";

const TOKEN = /^fho_[\w-]{43}$/;

/** The token of one mail's opt-out link; stored is its hash only, which is enough of one: it has 256 random bits. */
export function newOptOutToken(): { token: string; tokenHash: string } {
  const token = `fho_${randomBytes(32).toString("base64url")}`;
  return { token, tokenHash: hash("sha256", token) };
}

export type OptOut = { clientName: string; isOptedOut: boolean };

/**
 * Whose mail had this token; undefined where nobody's had, or the client is erased. Changes nothing: mailboxes open links
 * by themselves.
 */
export async function findOptOut(storage: Pick<Storage, "mail">, token: string): Promise<OptOut | undefined> {
  const found = TOKEN.test(token) ? await storage.mail.findOptOut(hash("sha256", token)) : undefined;
  return found && { clientName: found.clientName, isOptedOut: found.isOptedOut };
}

/** Who presses, and when. */
type Press = Pick<Actor, "at" | "requestId" | "address">;

/** No more mail to the client whose mail had this token, however often it is asked. False where nobody's had. */
export async function optOut(storage: Pick<Storage, "mail">, token: string, by: Press): Promise<boolean> {
  const clientId = await clientOf(storage, token);
  if (clientId === undefined) return false;
  const event = eventOf({ ...by, actor: clientId }, "mail.opted-out", { clientId });
  await storage.mail.optOut({ clientId, at: by.at }, [event]);
  return true;
}

/** The way back, by the same link: whether it changed anything. Undefined where no mail had this token. */
export async function optIn(
  storage: Pick<Storage, "mail">,
  token: string,
  by: Press,
): Promise<boolean | undefined> {
  const clientId = await clientOf(storage, token);
  return clientId === undefined ? undefined : undoOptOut(storage, clientId, { ...by, actor: clientId });
}

/** The client gets mail again; false where they did before. The actor is the client, or a manager whom the client asked. */
export async function undoOptOut(
  storage: Pick<Storage, "mail">,
  clientId: string,
  actor: Actor,
): Promise<boolean> {
  return await storage.mail.optIn(clientId, [eventOf(actor, "mail.opted-in", { clientId })]);
}

async function clientOf(storage: Pick<Storage, "mail">, token: string): Promise<string | undefined> {
  const found = TOKEN.test(token) ? await storage.mail.findOptOut(hash("sha256", token)) : undefined;
  return found?.clientId;
}
