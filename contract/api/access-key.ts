/**
 * Access keys: `fh_KKKKK_SSSSS_SSSSS_SSSSS_SSSSS_SSSSS_SCCCC` in Crockford's base32. K (25 bits) is public and
 * identifies the key in lists and logs, S (130 bits) is the secret, C (20 bits) detects a mistyped key without a
 * look-up.
 */

/** Crockford's base32: 0 to 31, without letters that look like digits. */
export const KEY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = "FH";
const KEY_ID_LENGTH = 5;
const SECRET_LENGTH = 26;
const CHECK_LENGTH = 4;
const KEY_PATTERN = new RegExp(
  `^${PREFIX}([${KEY_ALPHABET}]{${KEY_ID_LENGTH + SECRET_LENGTH + CHECK_LENGTH}})$`,
);

/** How many random numbers from 0 to 31 a new key takes. */
export const ACCESS_KEY_SYMBOLS = KEY_ID_LENGTH + SECRET_LENGTH;

/**
 * The purpose of an access key. `lasting`: issued by hand, works anywhere until it expires. `mailed`: in a sign-in
 * link, works only in the first browser that exchanges it. `hand-over`: moves a session to another device. `helper`:
 * opens one section for another person. `passkey`: stands for a passkey of a device; its secret is discarded at once.
 */
export const accessKeyKinds = ["lasting", "mailed", "hand-over", "helper", "passkey"] as const;
export type AccessKeyKind = (typeof accessKeyKinds)[number];

export type AccessKey = {
  /** Not secret; five characters. */
  keyId: string;
  /** Never stored, never logged: 26 characters. */
  secret: string;
};

/** The key as the person sees it once, from `ACCESS_KEY_SYMBOLS` random numbers from 0 to 31. */
export function formatAccessKey(symbols: ArrayLike<number>): string {
  const body = Array.from(symbols, (symbol) => KEY_ALPHABET[symbol & 31]).join("");
  const groups = (body + checkCharacters(body)).match(/.{5}/g) ?? [];
  return `fh_${groups.join("_")}`;
}

/**
 * The form in which typed keys are compared: without case, separators, and the dashes and invisible marks that mail
 * programs insert, and with look-alike letters replaced by digits.
 */
export function normalizeAccessKey(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s_\p{Pd}\p{Cf}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

/** The parts of a key, or undefined if the text cannot be a key: wrong length, alphabet or check characters. */
export function parseAccessKey(text: string): AccessKey | undefined {
  const symbols = KEY_PATTERN.exec(normalizeAccessKey(text))?.[1];
  if (!symbols) return undefined;
  const body = symbols.slice(0, -CHECK_LENGTH);
  if (symbols.slice(-CHECK_LENGTH) !== checkCharacters(body)) return undefined;
  return { keyId: body.slice(0, KEY_ID_LENGTH), secret: body.slice(KEY_ID_LENGTH) };
}

/** The low 20 bits of a CRC-32 of the characters: any one wrong character, or two swapped, is noticed. */
function checkCharacters(body: string): string {
  let crc = 0xffffffff;
  for (const character of body) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const symbols = [15, 10, 5, 0].map((shift) => KEY_ALPHABET[(~crc >>> shift) & 31]);
  return symbols.join("");
}
