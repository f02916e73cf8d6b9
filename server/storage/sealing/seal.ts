import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from "node:crypto";
import { damageError } from "../engine/damage.ts";
import { StorageUnavailable } from "../engine/faults.ts";

/**
 * Seals and unseals every body in the tables (AES-256-GCM, with the data key of one client or of the installation). A
 * body can be unsealed only at the place it was sealed for (`sealing-contexts.ts`).
 */
export type Sealer = Unsealer & {
  seal(place: string, text: string): Uint8Array;
  /** The same for audio. */
  sealBytes(place: string, plain: Uint8Array): Uint8Array;
};

/** Returns unsealed bytes, which earlier releases stored, unchanged. */
export type Unsealer = {
  /** Throws StorageUnavailable if the bytes are not what was sealed. */
  unseal(place: string, bytes: Uint8Array): string;
  /** The same for audio. */
  unsealBytes(place: string, bytes: Uint8Array): Uint8Array;
};

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** By this number, sealed bytes are longer than their content. */
export const SEAL_BYTES = 8 + NONCE_BYTES + TAG_BYTES;

/**
 * The prefix of sealed bytes. No text begins like this, since 0xf5 does not occur in UTF-8; audio does with a chance of
 * 1 in 2^64.
 */
const MAGIC = Buffer.from("\u{f5}FHSEAL\u{1}", "latin1");

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export function createSealer(key: KeyObject, owner: string): Sealer {
  const seal = (place: string, plain: Uint8Array | string) =>
    Buffer.concat([MAGIC, ...encryptedParts(key, `${owner}/${place}`, plain)]);
  return {
    seal,
    sealBytes: seal,
    ...unsealing((place, bytes) =>
      isSealed(bytes) ? decrypt(key, `${owner}/${place}`, bytes.subarray(MAGIC.length)) : bytes,
    ),
  };
}

/** For an owner without a data key: reads only unsealed bytes. */
export const keylessUnsealer: Unsealer = unsealing((_place, bytes) => {
  if (isSealed(bytes)) {
    throw new StorageUnavailable("There is no data key: the client was erased, or the database is damaged.");
  }
  return bytes;
});

function unsealing(unsealBytes: Unsealer["unsealBytes"]): Unsealer {
  return {
    unsealBytes,
    unseal(place, bytes) {
      const plain = unsealBytes(place, bytes);
      try {
        return decoder.decode(plain);
      } catch (error) {
        throw damageError(error);
      }
    },
  };
}

export function isSealed(bytes: Uint8Array): boolean {
  return MAGIC.equals(bytes.subarray(0, MAGIC.length));
}

/** Nonce, encrypted bytes and tag. `context` is authenticated with them, and must be the same at decryption. */
export function encrypt(key: KeyObject, context: string, plain: Uint8Array): Buffer {
  return Buffer.concat(encryptedParts(key, context, plain));
}

function encryptedParts(key: KeyObject, context: string, plain: Uint8Array | string): Buffer[] {
  const nonce = newNonce();
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(encoder.encode(context));
  const body = typeof plain === "string" ? cipher.update(plain, "utf8") : cipher.update(plain);
  return [nonce, body, cipher.final(), cipher.getAuthTag()];
}

/** Random bytes for several nonces, since each request for them has a high fixed cost. Each nonce is used once. */
const nonces = Buffer.alloc(NONCE_BYTES * 256);
let usedBytes = nonces.length;

function newNonce(): Buffer {
  if (usedBytes === nonces.length) {
    randomFillSync(nonces);
    usedBytes = 0;
  }
  usedBytes += NONCE_BYTES;
  // a copy, since the buffer is refilled later
  return Buffer.from(nonces.subarray(usedBytes - NONCE_BYTES, usedBytes));
}

/** Throws StorageUnavailable if key, context or bytes are not those of the encryption. */
export function decrypt(key: KeyObject, context: string, bytes: Uint8Array): Buffer {
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(encoder.encode(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch (error) {
    throw damageError(error);
  }
}
