import { randomInt } from "node:crypto";
import { ACCESS_KEY_SYMBOLS, formatAccessKey } from "#contract/api/access-key.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A well-formed key that belongs to no client, except by a chance of 1 in 2^130. */
export function unknownKey(): string {
  return formatAccessKey(randomSymbols(ACCESS_KEY_SYMBOLS));
}

/** The key with one check character mistyped. */
export function mistypedKey(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
}

/** A key with the same public part, another secret part and correct check characters. */
export function sameIdOtherSecret(key: string): string {
  const id = [...(key.split("_")[1] ?? "")].map((character) => ALPHABET.indexOf(character));
  return formatAccessKey([...id, ...randomSymbols(ACCESS_KEY_SYMBOLS - id.length)]);
}

function randomSymbols(count: number): number[] {
  return Array.from({ length: count }, () => randomInt(32));
}
