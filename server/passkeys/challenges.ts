import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE_MS } from "#contract/instants.ts";
import { PASSKEY_CHALLENGE_MINUTES } from "#contract/limits.ts";
import type { Secrets } from "../access-keys/secrets.ts";

/**
 * Stateless challenges: `<end>.<random>.<pepper's id>.<keyed hash>`. Asking for a challenge stores nothing; only an
 * answered challenge is stored, so that it cannot be used twice.
 */

export const CHALLENGE_MS = PASSKEY_CHALLENGE_MINUTES * MINUTE_MS;
const RANDOM_BYTES = 16;

/** The purpose of a challenge: signing in, or adding a passkey to this client. */
export type ChallengeUse = "sign-in" | { clientId: string };

export type AnsweredChallenge = { challengeHash: string; endsAt: number };

/** Makes a challenge. The browser gets it in base64url. */
export function makeChallenge(secrets: Secrets, use: ChallengeUse, now: number): string {
  const end = (now + CHALLENGE_MS).toString(36);
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const parts = [end, random, secrets.currentPepper].join(".");
  return `${parts}.${macOf(secrets, secrets.currentPepper, { parts, use })}`;
}

/**
 * What to store of an answered challenge, given in base64url; undefined if it is not ours, for another purpose, or
 * expired.
 */
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

/** Undefined if the pepper no longer exists. */
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
