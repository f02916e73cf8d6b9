import {
  bufferToBase64URLString,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { NewPasskeyAnswer, PasskeySignIn } from "#contract/api/passkeys.ts";
import type { PasskeyCreation, PasskeyRequest } from "../../api/passkeys-api.ts";
import { knownLocks } from "./known-locks.ts";

/**
 * The lock of this device, through Web Authentication. If it can, it also gives a secret that stays on the device and
 * opens the draft without a connection: the PRF extension gives the same secret each time.
 */

/** What the secret is for. Part of the format, so it must not change. */
const PURPOSE = new TextEncoder().encode("firsthand/1 what the lock of a device opens");
const CHALLENGE_BYTES = 32;

/** Text in the form of an access key, so that it opens drafts like one. */
type Secret = string | undefined;

type OpenedLock = { passkey: PasskeySignIn["passkey"]; secret: Secret };
type MadeLock = { passkey: NewPasskeyAnswer["passkey"]; secret: Secret };

/** Asks for the lock. Undefined if the person did not open it, or the lock is gone. */
export async function openLock(request: PasskeyRequest): Promise<OpenedLock | undefined> {
  const allowed = (await knownLocks()).map((id) => ({ id, type: "public-key" as const }));
  const optionsJSON = { ...request, allowCredentials: allowed, extensions: askingForSecret() };
  const answer = await startAuthentication({ optionsJSON }).catch(() => undefined);
  if (!answer) return undefined;
  const { id, rawId, response, clientExtensionResults } = answer;
  const { clientDataJSON, authenticatorData, signature } = response;
  return {
    // the extension results contain the secret, so the server gets none of them
    passkey: {
      id,
      rawId,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    secret: secretIn(clientExtensionResults),
  };
}

/** The same without a connection: only the secret counts, and the answer is not checked. */
export async function openLockOffline(): Promise<Secret> {
  const challenge = bufferToBase64URLString(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)).buffer);
  const request = {
    challenge,
    rpId: location.hostname,
    timeout: 60_000,
    userVerification: "required" as const,
  };
  return (await openLock(request))?.secret;
}

/** Adds the lock. "known" if this device already has one for the client, undefined if the person did not agree. */
export async function makeLock(creation: PasskeyCreation): Promise<MadeLock | "known" | undefined> {
  const optionsJSON = { ...creation, extensions: askingForSecret() };
  try {
    const { id, rawId, response, clientExtensionResults } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject } = response;
    return {
      passkey: {
        id,
        rawId,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      secret: secretIn(clientExtensionResults),
    };
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    return isKnown ? "known" : undefined;
  }
}

/** A new object each time, because browsers may change what they are given. */
const askingForSecret = () => ({ prf: { eval: { first: PURPOSE } } });

function secretIn(results: object): Secret {
  const { prf } = results as AuthenticationExtensionsClientOutputs;
  const secret = prf?.results?.first;
  if (secret === undefined) return undefined;
  const bytes = ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
  // hexadecimal, because normalizing an access key changes the letters O, I, and L
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
