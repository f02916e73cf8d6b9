import { isIP } from "node:net";
import type { NewPasskeyAnswer, PasskeyFacts, PasskeySignIn } from "#contract/api/passkeys.ts";
import { isoOf } from "#contract/instants.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import { bareHost } from "../outgoing/bare-host.ts";
import type { StoredPasskey } from "../storage/access/passkeys.ts";
import {
  type AnsweredChallenge,
  CHALLENGE_MS,
  type ChallengeUse,
  makeChallenge,
  readChallenge,
} from "./challenges.ts";

/** The owner of the passkeys in WebAuthn's terms: this server at its public address. */
export type RelyingParty = { id: string; origin: string; name: string };

/** Loaded on first use, because the library has some 400 kB of code. */
const webAuthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256. Newer algorithms are experimental in Node.js. */
const ALGORITHMS = [-8, -7, -257];

/** Undefined where browsers offer no passkeys: at a bare IP address, or without TLS except on localhost. */
export function relyingPartyAt(publicUrl: string, name: string): RelyingParty | undefined {
  const { hostname, protocol, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNamed = isIP(bareHost({ hostname })) === 0;
  return isNamed && (protocol === "https:" || isLocal) ? { id: hostname, origin, name } : undefined;
}

type PasskeyContext = { party: RelyingParty; secrets: Secrets; now: number };
type AboutClient = { client: { clientId: string; name: string }; others: StoredPasskey[] };

/** The options for signing in with any passkey that the browser has for this server. */
export function signInOptions({ party, secrets, now }: PasskeyContext) {
  const challenge = Buffer.from(makeChallenge(secrets, "sign-in", now)).toString("base64url");
  return { challenge, rpId: party.id, timeout: CHALLENGE_MS, userVerification: "required" as const };
}

/** The options for making a passkey. The client's id is random and reveals nothing. */
export async function creationOptions(context: PasskeyContext, { client, others }: AboutClient) {
  const { party, secrets, now } = context;
  const { clientId, name } = client;
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: Uint8Array.from(Buffer.from(clientId)),
    userName: name,
    userDisplayName: name,
    challenge: makeChallenge(secrets, { clientId }, now),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    challenge: options.challenge,
    rp: { id: party.id, name: party.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: CHALLENGE_MS,
    excludeCredentials: others.map(({ credentialId: id }) => ({ id, type: "public-key" as const })),
    authenticatorSelection: {
      authenticatorAttachment: "platform" as const,
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/** The passkey that a browser made; undefined if its answer does not match a challenge for this client. */
export async function readNewPasskey(
  { party, secrets, now }: PasskeyContext,
  { passkey }: NewPasskeyAnswer,
  clientId: string,
): Promise<Pick<StoredPasskey, "credentialId" | "publicKey" | "uses"> | undefined> {
  const challenges = expecting(secrets, { clientId }, now);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: challenges.isExpected,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => NOT_VERIFIED);
  if (!verified || !registrationInfo) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString("base64url"), uses: counter };
}

const NOT_VERIFIED = { verified: false, registrationInfo: undefined };

/** What a successful use of a passkey proves. */
export type PasskeyProof = AnsweredChallenge & { uses: number };

/** Undefined if the answer is not by this passkey, not to a challenge of ours, or made without verifying the user. */
export async function checkPasskey(
  { party, secrets, now }: PasskeyContext,
  { passkey }: PasskeySignIn,
  { credentialId, publicKey, uses }: StoredPasskey,
): Promise<PasskeyProof | undefined> {
  const challenges = expecting(secrets, "sign-in", now);
  const { verifyAuthenticationResponse } = await webAuthn();
  const verification = await verifyAuthenticationResponse({
    response: passkey,
    expectedChallenge: challenges.isExpected,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: credentialId,
      publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")),
      counter: uses,
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  const answered = challenges.answered();
  if (!verification?.verified || !answered) return undefined;
  return { ...answered, uses: verification.authenticationInfo.newCounter };
}

/** The library only asks whether a challenge is expected; this remembers which one it was. */
function expecting(secrets: Secrets, use: ChallengeUse, now: number) {
  let answered: AnsweredChallenge | undefined;
  return {
    isExpected(challenge: string): boolean {
      answered = readChallenge(secrets, use, { challenge, now });
      return answered !== undefined;
    },
    answered: () => answered,
  };
}

export function toPasskeyView({ keyId, device, createdAt, lastUsedAt }: StoredPasskey): PasskeyFacts {
  return { passkeyId: keyId, device, addedAt: isoOf(createdAt), lastUsedAt: isoOf(lastUsedAt) };
}
