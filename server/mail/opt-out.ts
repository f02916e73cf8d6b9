import { hash, randomBytes } from "node:crypto";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";

const TOKEN = /^fho_[\w-]{43}$/;

/**
 * The token of one mail's opt-out link. Only its hash is stored; a plain hash is enough, because the token has 256
 * random bits.
 */
export function newOptOutToken(): { token: string; tokenHash: string } {
  const token = `fho_${randomBytes(32).toString("base64url")}`;
  return { token, tokenHash: hash("sha256", token) };
}

export type OptOut = { clientName: string; isOptedOut: boolean };

/**
 * The client whose mail had this token; undefined if the token is unknown or the client was erased. Changes nothing,
 * because mail programs open links automatically.
 */
export async function findOptOut(storage: Pick<Storage, "mail">, token: string): Promise<OptOut | undefined> {
  const found = TOKEN.test(token) ? await storage.mail.findOptOut(hash("sha256", token)) : undefined;
  return found && { clientName: found.clientName, isOptedOut: found.isOptedOut };
}

/** When and from where the link was used. */
type Press = Pick<Actor, "at" | "requestId" | "address">;

/** Stops mail to the client whose mail had this token; may be repeated. False if the token is unknown. */
export async function optOut(storage: Pick<Storage, "mail">, token: string, by: Press): Promise<boolean> {
  const clientId = await clientOf(storage, token);
  if (clientId === undefined) return false;
  const event = eventOf({ ...by, actor: clientId }, "mail.opted-out", { clientId });
  await storage.mail.optOut({ clientId, at: by.at }, [event]);
  return true;
}

/** Resumes mail with the same link: whether it changed anything. Undefined if the token is unknown. */
export async function optIn(
  storage: Pick<Storage, "mail">,
  token: string,
  by: Press,
): Promise<boolean | undefined> {
  const clientId = await clientOf(storage, token);
  return clientId === undefined ? undefined : undoOptOut(storage, clientId, { ...by, actor: clientId });
}

/**
 * Resumes mail to the client; false if it was not stopped. The actor is the client, or a manager at the client's
 * request.
 */
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
