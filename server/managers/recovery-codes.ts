import { hash, randomInt } from "node:crypto";
import { KEY_ALPHABET, normalizeAccessKey } from "#contract/api/access-key.ts";
import { RECOVERY_CODES } from "#contract/manage/limits.ts";

/** 120 bits: ASVS 6.5.2 accepts a plain hash from 112 bits on. */
const SYMBOLS = 24;
const GROUP = /.{6}/g;
const CODE = new RegExp(`^[${KEY_ALPHABET}]{${SYMBOLS}}$`);

/** New recovery codes and their hashes; only the hashes are stored. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, randomCode);
  return {
    codes: plain.map((code) => code.match(GROUP)?.join("-") ?? code),
    hashes: plain.map((code) => hash("sha256", code)),
  };
}

/** The hash to look up a recovery code by, however it was typed; undefined if the text cannot be a recovery code. */
export function recoveryHashOf(text: string): string | undefined {
  const code = normalizeAccessKey(text);
  return CODE.test(code) ? hash("sha256", code) : undefined;
}

function randomCode(): string {
  return Array.from({ length: SYMBOLS }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join("");
}
