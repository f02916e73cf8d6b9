import { randomInt } from "node:crypto";
import { PIN_DIGITS } from "#contract/limits.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import { hashSecret } from "../access-keys/secrets.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Passwords } from "../managers/passwords.ts";
import type { Storage } from "../storage/storage.ts";

export type PinContext = {
  storage: Pick<Storage, "pins">;
  secrets: Secrets;
  passwords: Pick<Passwords, "pins">;
};

/**
 * Makes a PIN that replaces an earlier one; it appears only in the result. Undefined if the client no longer exists.
 */
export async function setPin(
  { storage, secrets, passwords }: PinContext,
  clientId: string,
  actor: Actor,
): Promise<string | undefined> {
  const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, "0");
  const pepperId = secrets.currentPepper;
  const text = pinHashInput(secrets, pepperId, { clientId, pin });
  if (!text) throw new Error("There is no current pepper");
  const stored = { clientId, pinHash: await passwords.pins.hash(text), pepperId, setAt: actor.at };
  const isSet = await storage.pins.put(stored, [eventOf(actor, "pin.set", { clientId })]);
  return isSet ? pin : undefined;
}

/** From now on the access key alone opens a session. False if there was no PIN. */
export function removePin(
  { storage }: Pick<PinContext, "storage">,
  clientId: string,
  actor: Actor,
): Promise<boolean> {
  return storage.pins.remove(clientId, [eventOf(actor, "pin.removed", { clientId })]);
}

/**
 * The text that is slowly hashed instead of the PIN itself. Six digits can be guessed in days from any slow hash, but
 * not from a keyed one without the pepper, which is in no database.
 */
export function pinHashInput(
  secrets: Secrets,
  pepperId: string,
  { clientId, pin }: { clientId: string; pin: string },
): string | undefined {
  // the secret part of a key contains no colon, so that the two kinds of text cannot be confused
  return hashSecret(secrets, pepperId, `pin:${clientId}:${pin}`);
}
