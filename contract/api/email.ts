import * as z from "zod/mini";

/** The longest address that SMTP takes (RFC 5321 §4.5.3.1.3). */
export const EMAIL_MAX_LENGTH = 254;

/** An address in lower case: today's mail services ignore case. */
export const emailSchema = z.string().check(
  z.trim(),
  // checked before lowercasing, which turns the Kelvin sign into a "k" and so the address into another person's
  z.refine((text) => !/[^\0-\x7f]/.test(text), "is not an email address"),
  z.toLowerCase(),
  z.maxLength(EMAIL_MAX_LENGTH),
  z.email("is not an email address"),
);
