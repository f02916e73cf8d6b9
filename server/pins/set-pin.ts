import { randomInt } from "node:crypto";
import { PIN_DIGITS } from "#contract/limits.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import { hashSecret } from "../access-keys/secrets.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Passwords } from "../managers/passwords.ts";
import type { Storage } from "../storage/storage.ts";

export type Pinning = {
  storage: Pick<Storage, "pins">;
  secrets: Secrets;
  passwords: Pick<Passwords, "pins">;
};

/** Makes a PIN in place of an earlier one; it is in the result and nowhere else. Undefined where the client is gone. */
export async function setPin(
  { storage, secrets, passwords }: Pinning,
  clientId: string,
  actor: Actor,
): Promise<string | undefined> {
  const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, "0");
  const pepperId = secrets.currentPepper;
  const text = pinText(secrets, pepperId, { clientId, pin });
  if (!text) throw new Error("There is no current pepper");
  const stored = { clientId, pinHash: await passwords.pins.hash(text), pepperId, setAt: actor.at };
  const isSet = await storage.pins.put(stored, [eventOf(actor, "pin.set", { clientId })]);
  return isSet ? pin : undefined;
}

/** From then on the access key alone opens a session. False where there was no PIN. */
export function removePin(
  { storage }: Pick<Pinning, "storage">,
  clientId: string,
  actor: Actor,
): Promise<boolean> {
  return storage.pins.remove(clientId, [eventOf(actor, "pin.removed", { clientId })]);
}

/**
 * What is hashed slowly in the place of a PIN. Six digits are guessed in days from any slow hash; from a keyed one they
 * are not, without the pepper, which is in no database.
 */
export function pinText(
  secrets: Secrets,
  pepperId: string,
  { clientId, pin }: { clientId: string; pin: string },
): string | undefined {
  // a key's secret part has no colon, so that neither is ever taken for the other
  return hashSecret(secrets, pepperId, `pin:${clientId}:${pin}`);
}
