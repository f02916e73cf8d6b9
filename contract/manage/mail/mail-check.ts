import * as z from "zod/mini";
import { mailCauses } from "./mail-causes.ts";

/** The parts of a check whether mail arrives. */
export const mailCheckNames = ["connection", "sign-in", "test-mail", "spf", "dmarc"] as const;

export const mailCheckOutcomes = ["ok", "warning", "failed", "not-checked"] as const;

/**
 * The findings of a check, besides the causes for which a mail is not sent; the sentence is in the console's catalog
 * under `mailCheck.<code>`.
 */
export const mailCheckFindings = [
  "connected",
  "connected-plain",
  "signed-in",
  "no-sign-in",
  "mail-taken",
  "not-reached",
  "spf-found",
  "spf-missing",
  "spf-several",
  "spf-open",
  "dmarc-found",
  "dmarc-missing",
  "dmarc-several",
  "dmarc-invalid",
  "dns-failed",
] as const;
export type MailCheckDetail = (typeof mailCheckFindings)[number] | (typeof mailCauses)[number];

export const mailCheckSchema = z.object({
  name: z.enum(mailCheckNames),
  outcome: z.enum(mailCheckOutcomes),
  detail: z.enum([...mailCheckFindings, ...mailCauses]),
});
export type MailCheck = z.infer<typeof mailCheckSchema>;

/** In the order of `mailCheckNames`. */
export const mailChecksSchema = z.object({
  /** The address that gets the test mail. */
  sentTo: z.string(),
  checks: z.array(mailCheckSchema),
});
export type MailChecks = z.infer<typeof mailChecksSchema>;

/** For connection, sign-in and message together; short, because a person is waiting. */
export const MAIL_CHECK_TIME_LIMIT_MS = 15_000;
export const MAIL_CHECKS_PER_HOUR = 30;
