import { hash, timingSafeEqual } from "node:crypto";

const LENGTH_MIN = 16;
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** Throws an Error that says what is expected, without any part of the token. */
export function parseOperatorToken(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text.length < LENGTH_MIN || !/^[\x21-\x7e]+$/.test(text))
    throw new Error(
      `expected at least ${LENGTH_MIN} letters, digits and signs without a space, such as "openssl rand -hex 32" prints.`,
    );
  return text;
}

/** Checks an Authorization header in constant time, so that timing does not show how much of a guess is right. */
export function operatorCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digestOf(token);
  return (authorization = "") => {
    const shown = BEARER.exec(authorization)?.[1] ?? "";
    return timingSafeEqual(digestOf(shown), expected);
  };
}

/** A fixed length, as `timingSafeEqual` requires. */
function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
