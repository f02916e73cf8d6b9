import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE_MS } from "#contract/instants.ts";
import { PASSKEY_CHALLENGE_MINUTES } from "#contract/limits.ts";
import type { Secrets } from "../access-keys/secrets.ts";

/**
 * Challenges that the server need not remember: `<end>.<random>.<pepper's id>.<keyed hash>`. Who asks for one leaves no trace;
 * only an answered one is stored, so that it is not answered again.
 */

export const CHALLENGE_MS = PASSKEY_CHALLENGE_MINUTES * MINUTE_MS;
const RANDOM_BYTES = 16;

/** What a challenge is for: signing in, or adding a passkey of this client. */
export type ChallengeUse = "sign-in" | { clientId: string };

export type AnsweredChallenge = { challengeHash: string; endsAt: number };

/** A new challenge. What goes to the browser is base64url of it. */
export function makeChallenge(secrets: Secrets, use: ChallengeUse, now: number): string {
  const end = (now + CHALLENGE_MS).toString(36);
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const parts = [end, random, secrets.currentPepper].join(".");
  return `${parts}.${macOf(secrets, secrets.currentPepper, { parts, use })}`;
}

/** What is to be remembered of a challenge, given as base64url; undefined where it is not ours, for another use, or over. */
export function readChallenge(
  secrets: Secrets,
  use: ChallengeUse,
  { challenge, now }: { challenge: string; now: number },
): AnsweredChallenge | undefined {
  const text = Buffer.from(challenge, "base64url").toString();
  const [end = "", random = "", pepperId = "", given = ""] = text.split(".");
  const mac = macOf(secrets, pepperId, { parts: [end, random, pepperId].join("."), use });
  if (mac === undefined || !isSame(given, mac)) return undefined;
  const endsAt = Number.parseInt(end, 36);
  return endsAt > now ? { challengeHash: hash("sha256", text), endsAt } : undefined;
}

/** Undefined where there is no such pepper, as after it was taken away. */
function macOf({ peppers }: Secrets, pepperId: string, { parts, use }: { parts: string; use: ChallengeUse }) {
  const pepper = Object.hasOwn(peppers, pepperId) ? peppers[pepperId] : undefined;
  const purpose = use === "sign-in" ? use : `add ${use.clientId}`;
  return (
    pepper &&
    createHmac("sha256", Buffer.from(pepper, "base64"))
      .update(`passkey ${purpose} ${parts}`)
      .digest("base64url")
  );
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
