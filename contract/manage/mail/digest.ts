import type { ClientFlag } from "../clients.ts";

/** The parts of a digest, in their order: the clients with each of these flags. */
export const digestSections = [
  "news",
  "ready",
  "overdue",
  "mail-trouble",
  "stalled",
  "never-opened",
] as const satisfies readonly ClientFlag[];
export type DigestSectionName = (typeof digestSections)[number];

/** A section names so many clients, and counts the rest. */
export const DIGEST_NAMES_MAX = 10;
/** On weekdays, where the manager is: the hour, from 0 to 23, from which on the digest is sent. */
export const DIGEST_HOUR = 8;
