import { damage } from "./damage.ts";

/**
 * The seam through which every body passes on its way to and from the tables. Records are JSON, so a stored body
 * begins with `{` as long as it is not encrypted.
 */
export type Seal = {
  seal(text: string): Uint8Array;
  /** Throws StorageUnavailable where the bytes are not what was sealed. */
  unseal(bytes: Uint8Array): string;
  /** The same for sound. */
  sealBytes(plain: Uint8Array): Uint8Array;
  unsealBytes(bytes: Uint8Array): Uint8Array;
};

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export const plainSeal: Seal = {
  seal: (text) => encoder.encode(text),
  unseal(bytes) {
    try {
      return decoder.decode(bytes);
    } catch (error) {
      throw damage(error);
    }
  },
  sealBytes: (plain) => plain,
  unsealBytes: (bytes) => bytes,
};
