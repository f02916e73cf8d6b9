import * as z from "zod/mini";
import { normaliseAccessKey } from "#contract/api/access-key.ts";

/**
 * Encryption of what lies on the device, with nothing but Web Crypto (docs/decisions/0010-journal.md). Names and keys
 * follow from secrets by HKDF, so that what is stored tells nobody whose it is.
 */

export const SEAL_VERSION = 1;
const IV_BYTES = 12;
const DRAFT_KEY_BYTES = 32;
const NAME_BITS = 128;
/** What a derived value is for; part of the format. */
const PURPOSES = {
  unlockName: "firsthand/1 name of the row that an access key opens",
  unlockKey: "firsthand/1 key of the row that an access key opens",
  slot: "firsthand/1 name of a client's rows",
  draftKey: "firsthand/1 draft key where the server gives none",
} as const;

/** As it is stored. */
export type Sealed = { version: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

type Bytes = Uint8Array<ArrayBuffer>;

type Sealer = {
  /** The name is bound to the content: a row that was moved to another name cannot be read. */
  seal(name: string, value: unknown): Promise<Sealed>;
  /** Throws where the row is damaged, of another name, or of another key. */
  unseal(name: string, sealed: Sealed): Promise<unknown>;
  /** The same for what is no JSON. */
  sealBytes(name: string, bytes: Bytes): Promise<Sealed>;
  unsealBytes(name: string, sealed: Sealed): Promise<Bytes>;
};

export type Vault = Sealer & {
  /** Names the client's rows. */
  slot: string;
};

/** What an access key opens without a connection. */
export type UnlockedDraft = { draftKey: string; client: { id: string; name: string } };

const unlockedSchema = z.object({
  draftKey: z.string(),
  client: z.object({ id: z.string(), name: z.string() }),
});

/** The draft key is 32 random bytes as base64url, from the exchange. Throws where it is not. */
export async function openVault(crypto: Crypto, draftKey: string): Promise<Vault> {
  const bytes = fromBase64Url(draftKey);
  if (bytes.length !== DRAFT_KEY_BYTES) throw new Error("No draft key has that length");
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  const slot = await deriveName(crypto, bytes, PURPOSES.slot);
  return { slot, ...sealerOf(crypto, key) };
}

/** For a server that answers the specified fields alone (spec §7): the draft is then the access key's, not the client's. */
export async function deriveDraftKey(crypto: Crypto, accessKey: string): Promise<string> {
  const secret = new TextEncoder().encode(normaliseAccessKey(accessKey));
  const source = await hkdfSource(crypto, secret);
  const bits = await crypto.subtle.deriveBits(hkdf(PURPOSES.draftKey), source, DRAFT_KEY_BYTES * 8);
  return toBase64Url(new Uint8Array(bits));
}

/** The row that lets this access key open the draft on this device. */
export async function sealUnlock(crypto: Crypto, accessKey: string, unlocked: UnlockedDraft) {
  const { name, sealer } = await unlockOf(crypto, accessKey);
  return { name, sealed: await sealer.seal(name, unlocked) };
}

/** Where `find` knows no row of the access key's name, or the row cannot be read, the key opens nothing here. */
export async function openUnlock(
  crypto: Crypto,
  accessKey: string,
  find: (name: string) => Promise<Sealed | undefined>,
): Promise<UnlockedDraft | undefined> {
  const { name, sealer } = await unlockOf(crypto, accessKey);
  const sealed = await find(name);
  if (!sealed) return undefined;
  const opened = await sealer.unseal(name, sealed).catch(() => undefined);
  const unlocked = z.safeParse(unlockedSchema, opened);
  return unlocked.success ? unlocked.data : undefined;
}

async function unlockOf(crypto: Crypto, accessKey: string): Promise<{ name: string; sealer: Sealer }> {
  const secret = new TextEncoder().encode(normaliseAccessKey(accessKey));
  const source = await hkdfSource(crypto, secret);
  const key = await crypto.subtle.deriveKey(
    hkdf(PURPOSES.unlockKey),
    source,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  return { name: await deriveName(crypto, secret, PURPOSES.unlockName), sealer: sealerOf(crypto, key) };
}

function sealerOf(crypto: Crypto, key: CryptoKey): Sealer {
  async function sealBytes(name: string, content: Bytes): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const bytes = await crypto.subtle.encrypt(algorithm(name, iv), key, content);
    return { version: SEAL_VERSION, iv, bytes };
  }

  async function unsealBytes(name: string, { version, iv, bytes }: Sealed): Promise<Bytes> {
    if (version !== SEAL_VERSION) throw new Error(`Format ${version} is unknown`);
    return new Uint8Array(await crypto.subtle.decrypt(algorithm(name, iv), key, bytes));
  }

  return {
    sealBytes,
    unsealBytes,
    seal: (name, value) => sealBytes(name, new TextEncoder().encode(JSON.stringify(value))),
    unseal: async (name, sealed) => JSON.parse(new TextDecoder().decode(await unsealBytes(name, sealed))),
  };
}

function algorithm(name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(name) };
}

async function deriveName(crypto: Crypto, secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<string> {
  const source = await hkdfSource(crypto, secret);
  const bits = await crypto.subtle.deriveBits(hkdf(purpose), source, NAME_BITS);
  return toBase64Url(new Uint8Array(bits));
}

function hkdfSource(crypto: Crypto, secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits", "deriveKey"]);
}

/** No salt: the secrets are random and long, and a device that is new must find the same names. */
function hkdf(purpose: string): HkdfParams {
  return { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(purpose) };
}

export function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws on text that is no base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
