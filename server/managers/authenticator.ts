import { Secret, TOTP } from "otpauth";
import { CODE_DIGITS, CODE_PERIOD_SECONDS, CODE_WINDOW_PERIODS } from "#contract/manage/limits.ts";

/** The length that RFC 4226 §4 recommends for SHA-1, the only hash that every authenticator app supports. */
const SECRET_BYTES = 20;
const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** A new secret for an authenticator app, in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code. The app shows issuer and account next to the code. */
export function authenticatorAddress(secret: string, { issuer, account }: Shown): string {
  return totp(secret, { issuer, account }).toString();
}

/**
 * The 30-second period, counted from 1970, to which a code belongs; undefined if it is not valid at about this time.
 */
export function periodOfCode(secret: string, text: string, at: number): number | undefined {
  const token = text.replace(/[\s-]/g, "");
  if (!CODE.test(token)) return undefined;
  const code = totp(secret);
  const delta = code.validate({ token, timestamp: at, window: CODE_WINDOW_PERIODS });
  return delta === null ? undefined : code.counter({ timestamp: at }) + delta;
}

type Shown = { issuer: string; account: string };

function totp(secret: string, { issuer, account }: Partial<Shown> = {}): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: CODE_DIGITS,
    period: CODE_PERIOD_SECONDS,
    ...(issuer !== undefined && { issuer }),
    ...(account !== undefined && { label: account }),
  });
}
