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

/** A section lists at most this many clients by name, and counts the rest. */
export const DIGEST_NAMES_MAX = 10;
/** The hour, from 0 to 23 in the manager's time zone, after which the digest is sent on weekdays. */
export const DIGEST_HOUR = 8;
