import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from "node:crypto";
import { damage } from "../engine/damage.ts";
import { StorageUnavailable } from "../engine/faults.ts";

/**
 * What every body passes through on its way to and from the tables (AES-256-GCM, by the data key of one client or of
 * the installation). A body opens only at the place it was sealed for: `sealing-contexts.ts` names them.
 */
export type Sealer = Unsealer & {
  seal(place: string, text: string): Uint8Array;
  /** The same for sound. */
  sealBytes(place: string, plain: Uint8Array): Uint8Array;
};

/** Plain bytes, as earlier releases stored them, open as they are. */
export type Unsealer = {
  /** Throws StorageUnavailable where the bytes are not what was sealed. */
  unseal(place: string, bytes: Uint8Array): string;
  /** The same for sound. */
  unsealBytes(place: string, bytes: Uint8Array): Uint8Array;
};

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** So many bytes are sealed ones longer than what they hold. */
export const SEAL_BYTES = 8 + NONCE_BYTES + TAG_BYTES;

/** Sealed bytes begin with it. No text does, as 0xf5 is not in UTF-8; sound does by one chance in 2^64. */
const MAGIC = Buffer.from("\u{f5}FHSEAL\u{1}", "latin1");

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export function sealWith(key: KeyObject, owner: string): Sealer {
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

/** For an owner without a data key: only plain bytes open. */
export const withoutKey: Unsealer = unsealing((_place, bytes) => {
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
        throw damage(error);
      }
    },
  };
}

export function isSealed(bytes: Uint8Array): boolean {
  return MAGIC.equals(bytes.subarray(0, MAGIC.length));
}

/** Nonce, encrypted bytes and tag. `context` is bound to them, and has to be the same when they are decrypted. */
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

/** Random bytes for many nonces at once, since to ask for them costs more than they do. Each is used once. */
const nonces = Buffer.alloc(NONCE_BYTES * 256);
let usedBytes = nonces.length;

function newNonce(): Buffer {
  if (usedBytes === nonces.length) {
    randomFillSync(nonces);
    usedBytes = 0;
  }
  usedBytes += NONCE_BYTES;
  // a copy: what is handed on must not be another nonce later
  return Buffer.from(nonces.subarray(usedBytes - NONCE_BYTES, usedBytes));
}

/** Throws StorageUnavailable where key, context or bytes are not those of the encryption. */
export function decrypt(key: KeyObject, context: string, bytes: Uint8Array): Buffer {
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(encoder.encode(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch (error) {
    throw damage(error);
  }
}
