import { Secret, TOTP } from "otpauth";
import { CODE_DIGITS, CODE_PERIOD_SECONDS, CODE_WINDOW_PERIODS } from "#contract/manage/limits.ts";

/** RFC 4226 §4: what it recommends for SHA-1, which is all that every authenticator app knows. */
const SECRET_BYTES = 20;
const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** A new secret for an authenticator app, in the base32 that these take. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code holds. The issuer and the account are what the app shows beside the code. */
export function authenticatorAddress(secret: string, { issuer, account }: Shown): string {
  return totp(secret, { issuer, account }).toString();
}

/** The period of 30 s of which the text is the code, counted from 1970; undefined where it is no code of about now. */
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
