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

/** Whose passkeys they are: the server at its public address. */
export type RelyingParty = { id: string; origin: string; name: string };

/** With what it needs, some 400 kB of code: loaded for the first passkey. */
const webAuthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256. Newer ones are an experiment of Node.js. */
const ALGORITHMS = [-8, -7, -257];

/** Undefined where no browser has passkeys: at a bare IP address, or without TLS anywhere but on this machine. */
export function relyingPartyAt(publicUrl: string, name: string): RelyingParty | undefined {
  const { hostname, protocol, origin } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNamed = isIP(bareHost({ hostname })) === 0;
  return isNamed && (protocol === "https:" || isLocal) ? { id: hostname, origin, name } : undefined;
}

type Asking = { party: RelyingParty; secrets: Secrets; now: number };
type AboutClient = { client: { clientId: string; name: string }; others: StoredPasskey[] };

/** What a browser is asked for to sign in with any passkey that it has for this server. */
export function signInOptions({ party, secrets, now }: Asking) {
  const challenge = Buffer.from(makeChallenge(secrets, "sign-in", now)).toString("base64url");
  return { challenge, rpId: party.id, timeout: CHALLENGE_MS, userVerification: "required" as const };
}

/** What a browser is asked for to make a passkey of its device. The client's id is random, and tells nothing. */
export async function creationOptions(asking: Asking, { client, others }: AboutClient) {
  const { party, secrets, now } = asking;
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

/** The passkey that a browser made; undefined where its answer is not one to this client's challenge. */
export async function readNewPasskey(
  { party, secrets, now }: Asking,
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

/** What a use of a passkey has proved. */
export type PasskeyProof = AnsweredChallenge & { uses: number };

/** Undefined where the answer is not by this passkey to a challenge of ours, or its device did not ask who it is. */
export async function checkPasskey(
  { party, secrets, now }: Asking,
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

/** The library asks whether a challenge is expected, and tells no more of it. */
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
