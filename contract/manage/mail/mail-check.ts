import * as z from "zod/mini";
import { mailCauses } from "./mail-causes.ts";

/** What is looked at to see whether mail arrives. */
export const mailCheckNames = ["connection", "sign-in", "test-mail", "spf", "dmarc"] as const;

export const mailCheckOutcomes = ["ok", "warning", "failed", "not-checked"] as const;

/**
 * What a check has found, beside the causes for which a mail is not sent; the sentence stands in the console's catalogue
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

/** In the order of the names. */
export const mailChecksSchema = z.object({
  /** Where the test goes. */
  sentTo: z.string(),
  checks: z.array(mailCheckSchema),
});
export type MailChecks = z.infer<typeof mailChecksSchema>;

/** For connection, sign-in and message together; somebody waits for it. */
export const MAIL_CHECK_TIME_LIMIT_MS = 15_000;
export const MAIL_CHECKS_PER_HOUR = 30;
