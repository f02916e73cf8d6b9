import * as z from "zod/mini";

/** The longest address that SMTP takes (RFC 5321 §4.5.3.1.3). */
export const EMAIL_MAX_LENGTH = 254;

/** An address in lower case: every mail service of today compares without case. */
export const emailSchema = z.string().check(
  z.trim(),
  // before the case is lowered: the sign for kelvin would become a k, and the address another's
  z.refine((text) => !/[^\0-\x7f]/.test(text), "is not an email address"),
  z.toLowerCase(),
  z.maxLength(EMAIL_MAX_LENGTH),
  z.email("is not an email address"),
);
