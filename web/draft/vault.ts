import * as z from "zod/mini";
import { normalizeAccessKey } from "#contract/api/access-key.ts";

/**
 * Encrypts what is stored on the device, with Web Crypto only (docs/decisions/0010-journal.md). Names and keys are
 * derived from secrets by HKDF, so the stored rows do not reveal whose they are.
 */

export const SEAL_VERSION = 1;
const IV_BYTES = 12;
const DRAFT_KEY_BYTES = 32;
const NAME_BITS = 128;
/** The HKDF `info` of each derived value. Part of the storage format, so the texts must not change. */
const PURPOSES = {
  unlockName: "firsthand/1 name of the row that an access key opens",
  unlockKey: "firsthand/1 key of the row that an access key opens",
  slot: "firsthand/1 name of a client's rows",
  draftKey: "firsthand/1 draft key where the server gives none",
} as const;

/** An encrypted value in its stored form. */
export type SealedValue = { version: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

type Bytes = Uint8Array<ArrayBuffer>;

type Sealer = {
  /** The name is bound to the content: a row that was moved to another name cannot be read. */
  seal(name: string, value: unknown): Promise<SealedValue>;
  /** Throws if the row is damaged, or was sealed with another name or key. */
  unseal(name: string, sealed: SealedValue): Promise<unknown>;
  /** The same for bytes instead of JSON. */
  sealBytes(name: string, bytes: Bytes): Promise<SealedValue>;
  unsealBytes(name: string, sealed: SealedValue): Promise<Bytes>;
};

export type Vault = Sealer & {
  /** The first part of the names of the client's rows. */
  slot: string;
};

/** What an access key opens on this device without a connection. */
export type UnlockedDraft = { draftKey: string; client: { id: string; name: string } };

const unlockedSchema = z.object({
  draftKey: z.string(),
  client: z.object({ id: z.string(), name: z.string() }),
});

/** `draftKey` is 32 bytes as base64url, from the sign-in response or derived. Throws on any other length. */
export async function openVault(crypto: Crypto, draftKey: string): Promise<Vault> {
  const bytes = fromBase64Url(draftKey);
  if (bytes.length !== DRAFT_KEY_BYTES) throw new Error("No draft key has that length");
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  const slot = await deriveName(crypto, bytes, PURPOSES.slot);
  return { slot, ...sealerOf(crypto, key) };
}

/**
 * For a server that sends only the fields of spec §7, without a draft key. The draft then belongs to the access key
 * instead of the client.
 */
export async function deriveDraftKey(crypto: Crypto, accessKey: string): Promise<string> {
  const secret = new TextEncoder().encode(normalizeAccessKey(accessKey));
  const source = await hkdfSource(crypto, secret);
  const bits = await crypto.subtle.deriveBits(hkdf(PURPOSES.draftKey), source, DRAFT_KEY_BYTES * 8);
  return toBase64Url(new Uint8Array(bits));
}

/** The row that lets this access key open the draft on this device. */
export async function sealUnlock(crypto: Crypto, accessKey: string, unlocked: UnlockedDraft) {
  const { name, sealer } = await unlockOf(crypto, accessKey);
  return { name, sealed: await sealer.seal(name, unlocked) };
}

/** Undefined if there is no row for this access key on the device, or the row cannot be read. */
export async function openUnlock(
  crypto: Crypto,
  accessKey: string,
  find: (name: string) => Promise<SealedValue | undefined>,
): Promise<UnlockedDraft | undefined> {
  const { name, sealer } = await unlockOf(crypto, accessKey);
  const sealed = await find(name);
  if (!sealed) return undefined;
  const opened = await sealer.unseal(name, sealed).catch(() => undefined);
  const unlocked = z.safeParse(unlockedSchema, opened);
  return unlocked.success ? unlocked.data : undefined;
}

async function unlockOf(crypto: Crypto, accessKey: string): Promise<{ name: string; sealer: Sealer }> {
  const secret = new TextEncoder().encode(normalizeAccessKey(accessKey));
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
  async function sealBytes(name: string, content: Bytes): Promise<SealedValue> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const bytes = await crypto.subtle.encrypt(algorithm(name, iv), key, content);
    return { version: SEAL_VERSION, iv, bytes };
  }

  async function unsealBytes(name: string, { version, iv, bytes }: SealedValue): Promise<Bytes> {
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

/** No salt: the secrets are long and random, and the same secret must always give the same names. */
function hkdf(purpose: string): HkdfParams {
  return { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode(purpose) };
}

export function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws on text that is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
