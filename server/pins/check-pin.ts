import { isoOf } from "#contract/instants.ts";
import { PIN_DIGITS, PIN_TRIES_MAX } from "#contract/limits.ts";
import type { ClientPin } from "#contract/manage/clients.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Passwords } from "../managers/passwords.ts";
import type { StoredKey } from "../storage/access/access-keys.ts";
import type { StoredPin } from "../storage/access/pins.ts";
import type { Storage } from "../storage/storage.ts";
import { pinHashInput } from "./set-pin.ts";

type CheckPinContext = {
  storage: Pick<Storage, "audit" | "pins">;
  secrets: Secrets;
  passwords: Pick<Passwords, "pins">;
};

/** The caller, the verified key, and the entered PIN; `entered` is undefined where no PIN was sent. */
type Entered = { key: StoredKey; entered: string | undefined; actor: Actor };

export type PinVerdict = "not-asked" | "right" | "required" | "wrong" | "stopped";

/** Whether a client with the right key may sign in. At most ten wrong PINs in a row are ever checked. */
export async function checkPin(
  context: CheckPinContext,
  { key, entered, actor }: Entered,
): Promise<PinVerdict> {
  const { storage } = context;
  const { clientId, keyId } = key;
  const found = await storage.pins.find(clientId);
  if (!found) return "not-asked";
  if (found.tries >= PIN_TRIES_MAX) return "stopped";
  const pin = entered?.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, "") ?? "";
  if (pin === "") return "required";
  // a typing error costs no attempt; that it is wrong reveals nothing, because the length of a PIN is public
  if (!DIGITS.test(pin)) return "wrong";
  const taken = await storage.pins.reserveAttempt(clientId, PIN_TRIES_MAX);
  if (!taken) return "stopped";
  if (await isRight(context, taken, pin)) {
    await storage.pins.accept(taken);
    const moved = await madeAnew(context, taken, pin);
    if (moved) await storage.pins.accept(taken, moved);
    return "right";
  }
  const refused = eventOf(actor, "pin.refused", { clientId, keyId });
  if (taken.tries < PIN_TRIES_MAX) {
    await storage.audit.record(refused);
    return "wrong";
  }
  const stopped = eventOf(actor, "pin.stopped", { clientId, keyId, detail: `${PIN_TRIES_MAX} wrong` });
  await storage.pins.stop(taken, actor.at, [refused, stopped]);
  return "stopped";
}

const DIGITS = new RegExp(`^\\d{${PIN_DIGITS}}$`);

/** An attempt that could not be checked, as when too many people sign in at once, is refunded. */
async function isRight({ storage, secrets, passwords }: CheckPinContext, stored: StoredPin, pin: string) {
  const text = pinHashInput(secrets, stored.pepperId, { clientId: stored.clientId, pin });
  // its pepper is lost, so it counts as wrong until a new PIN is set
  if (!text) return false;
  try {
    return await passwords.pins.verify(text, stored.pinHash);
  } catch (error) {
    await storage.pins.refundAttempt(stored);
    throw error;
  }
}

/** Rehashes the PIN with the current pepper; undefined if that is the pepper it was made with. */
async function madeAnew(
  { secrets, passwords }: CheckPinContext,
  { clientId, pepperId }: StoredPin,
  pin: string,
) {
  const current = secrets.currentPepper;
  const text = pepperId === current ? undefined : pinHashInput(secrets, current, { clientId, pin });
  return text && { pinHash: await passwords.pins.hash(text), pepperId: current };
}

/** The facts about a client's PIN that may be shown. */
export function toPinView(pin: StoredPin | undefined): ClientPin {
  if (!pin) return { state: "none", setAt: null, stoppedAt: null };
  const { tries, setAt, stoppedAt } = pin;
  const state = tries < PIN_TRIES_MAX ? "set" : "stopped";
  return { state, setAt: isoOf(setAt), stoppedAt: isoOf(stoppedAt) };
}
