import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskeyAnswer, PasskeySignIn } from "../../../contract/api/passkeys.ts";

/** What a device does with a challenge, in the terms of Web Authentication. A test can falsify any part. */
export type Performance = {
  challenge: string;
  origin: string;
  rpId: string;
  type?: string;
  /** Whether the device verified its user. */
  isVerified?: boolean;
  uses?: number;
};

export type PasskeyDevice = ReturnType<typeof passkeyDevice>;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A device with one passkey: real keys, and the bytes that a browser would send. */
export function passkeyDevice(id = base64Url(randomBytes(16))) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  return {
    id,
    /** The public key as COSE in base64url. */
    publicKey: base64Url(coseKey(publicKey)),

    make(performance: Performance): NewPasskeyAnswer["passkey"] {
      const authData = authenticatorData(performance, credentialData(id, publicKey));
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", Uint8Array.from(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64Url(clientData("webauthn.create", performance)),
          attestationObject: base64Url(isoCBOR.encode(attestation as never)),
        },
      };
    },

    answer(performance: Performance): PasskeySignIn["passkey"] {
      const authData = authenticatorData(performance);
      const data = clientData("webauthn.get", performance);
      const hashed = createHash("sha256").update(data).digest();
      return {
        ...credential,
        response: {
          clientDataJSON: base64Url(data),
          authenticatorData: base64Url(authData),
          signature: base64Url(sign("sha256", Buffer.concat([authData, hashed]), privateKey)),
        },
      };
    },
  };
}

function clientData(usual: string, { type = usual, challenge, origin }: Performance): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(
  { rpId, isVerified = true, uses = 0 }: Performance,
  credential: Uint8Array = new Uint8Array(),
): Buffer {
  const flags =
    USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(uses);
  const party = createHash("sha256").update(rpId).digest();
  return Buffer.concat([party, Buffer.from([flags]), counter, credential]);
}

/** The attested credential: no authenticator model, the id, and the public key as COSE. */
function credentialData(id: string, publicKey: KeyObject): Buffer {
  const name = Buffer.from(id, "base64url");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(name.length);
  return Buffer.concat([Buffer.alloc(16), length, name, coseKey(publicKey)]);
}

function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
    [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
  ]);
  return isoCBOR.encode(key as never);
}
