import * as z from "zod/mini";
import { takeSchema } from "../api/calls.ts";
import { emailSchema } from "../api/email.ts";
import { forwardQuery, PAGE_MAX } from "../api/paging.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { sessionSchema } from "../api/sessions.ts";
import { interviewSchema } from "../interview/interview.ts";
import { languages } from "../languages.ts";
import { CLIENT_NAME_MAX_LENGTH } from "../limits.ts";
import { CLIENT_CURSOR_MAX_LENGTH, CLIENTS_PER_PAGE, KEY_MAX_DAYS, SEARCH_MAX_LENGTH } from "./limits.ts";
import { nameSchema } from "./names.ts";

/** Clients as their account manager sees them. */

/**
 * `stuck` is in-progress or not-started, and nothing has come for some days; `news` is what has changed since the
 * caller last looked.
 */
export const clientStates = ["not-started", "in-progress", "submitted"] as const;
export const clientFilters = ["all", ...clientStates, "stuck", "asked-back", "news"] as const;
export type ClientFilter = (typeof clientFilters)[number];
export const clientOrders = ["name", "percent", "last-seen", "changed", "added"] as const;
export type ClientOrder = (typeof clientOrders)[number];

/** What is asked for in the address; numbers come as text there. */
export const listClientsQuerySchema = z.strictObject({
  search: z._default(z.string().check(z.maxLength(SEARCH_MAX_LENGTH)), ""),
  filter: z._default(z.enum(clientFilters), "all"),
  order: z._default(z.enum(clientOrders), "name"),
  direction: z._default(z.enum(["up", "down"]), "up"),
  ...forwardQuery(CLIENTS_PER_PAGE, CLIENT_CURSOR_MAX_LENGTH),
  /** From 1; the earlier way through the list, for one release. */
  page: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  /** The earlier name of `limit`, for one release. */
  perPage: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
});
export type ListClientsQuery = z.infer<typeof listClientsQuerySchema>;
/** Which clients are listed, and in which order. */
export type ClientSelection = Pick<ListClientsQuery, "search" | "filter" | "order" | "direction">;

/** A line of the clients' table. */
export const clientRowSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  state: z.enum(clientStates),
  completed: countSchema,
  total: countSchema,
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  /** The first question without an answer, in the section where the client was; null where nothing is missing. */
  nextQuestion: z.nullable(z.string()),
  /** Nothing has come since; null where the client is not stuck. */
  stuckSince: z.nullable(instantSchema),
  /** How many questions have an unanswered follow-up. */
  askedBack: countSchema,
  addedAt: instantSchema,
  lastSeenAt: z.nullable(instantSchema),
  changedAt: z.nullable(instantSchema),
  submittedAt: z.nullable(instantSchema),
});
export type ClientRow = z.infer<typeof clientRowSchema>;

/** A line as one manager sees it. */
export const listedClientSchema = z.extend(clientRowSchema, {
  /** There are answers that the caller has not seen. */
  hasNews: z.boolean(),
});
export type ListedClientRow = z.infer<typeof listedClientSchema>;

export const clientListSchema = z.object({
  clients: z.array(listedClientSchema),
  /** How many the search and the filter find, on all pages. */
  total: countSchema,
  /** Of all that the search finds, whatever the filter: each filter with its count. */
  counts: z.record(z.enum(clientFilters), countSchema),
  /** Asks for the page after this one; null on the last. */
  next: z.nullable(z.string()),
  /** Of a call without `after`, as earlier releases numbered pages; for one release. */
  page: z.optional(countSchema),
  pages: z.optional(countSchema),
});
export type ClientList = z.infer<typeof clientListSchema>;

export const addClientRequestSchema = z.strictObject({
  name: nameSchema(CLIENT_NAME_MAX_LENGTH),
  email: z._default(z.nullable(emailSchema), null),
});

export const changeClientRequestSchema = z.strictObject({
  name: nameSchema(CLIENT_NAME_MAX_LENGTH),
  email: z.nullable(emailSchema),
  /** Left out, it stays. Only administrators give a client to somebody else. */
  managerId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});

/** Typed once more, so that nobody erases the wrong client. */
export const eraseClientRequestSchema = z.strictObject({
  name: z.string().check(z.maxLength(CLIENT_NAME_MAX_LENGTH)),
});
/** False where the server has to end it: the client is gone for everybody, and some of it is still being overwritten. */
export const erasedClientSchema = z.object({ isWhole: z.boolean() });

export const issueKeyRequestSchema = z.strictObject({
  days: z.optional(z.int().check(z.minimum(1), z.maximum(KEY_MAX_DAYS))),
});

/** A key and the link that carries it: this once. */
export const issuedKeySchema = z.object({
  clientId: z.string(),
  keyId: z.string(),
  accessKey: z.string(),
  /** The key is in its fragment, which no server sees. */
  link: z.string(),
  expiresAt: instantSchema,
});
export type IssuedAccessKey = z.infer<typeof issuedKeySchema>;

export const accessKeySchema = z.object({
  keyId: z.string(),
  state: z.enum(["live", "expired", "revoked"]),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  lastUsedAt: z.nullable(instantSchema),
  revokedAt: z.nullable(instantSchema),
});
export type AccessKeyFacts = z.infer<typeof accessKeySchema>;

/** A key that is not the client's to keep: of a sign-in link, of a hand-over to another device, or of a helper. */
export const linkKeySchema = z.extend(accessKeySchema, {
  kind: z.enum(["mailed", "hand-over", "helper"]),
  /** When its first browser used it, and nobody else could from then on. */
  boundAt: z.nullable(instantSchema),
});
export type LinkKeyFacts = z.infer<typeof linkKeySchema>;

/** A live session. */
export const clientSessionSchema = z.extend(sessionSchema, {
  /** The access key it was opened with. */
  keyId: z.string(),
});
export type ClientSession = z.infer<typeof clientSessionSchema>;

/** A second secret, sent by another channel; the client enters it after the access key. */
export const clientPinSchema = z.object({
  /** `stopped`: wrong too often in a row, so that nobody comes in until there is a new one. */
  state: z.enum(["none", "set", "stopped"]),
  setAt: z.nullable(instantSchema),
  stoppedAt: z.nullable(instantSchema),
});
export type ClientPin = z.infer<typeof clientPinSchema>;

/** A new PIN: this once. */
export const setPinSchema = z.object({ pin: z.string() });
export type SetPin = z.infer<typeof setPinSchema>;

export const clientSchema = z.extend(clientRowSchema, {
  /** Of the latest sign-in, in which mails to the client are; null before the first. */
  language: z.nullable(z.enum(languages)),
  /** Lasting ones. */
  keys: z.array(accessKeySchema),
  /** All other keys. */
  links: z.array(linkKeySchema),
  /** Newest first. */
  sessions: z.array(clientSessionSchema),
  pin: clientPinSchema,
});
export type Client = z.infer<typeof clientSchema>;

export const clientRecordSchema = z.object({
  revision: countSchema,
  changedAt: z.nullable(instantSchema),
  submittedAt: z.nullable(instantSchema),
  /** As `GET /v1/onboarding` answers it; empty where nothing was ever saved. */
  data: z.record(z.string(), z.unknown()),
  takes: z.array(takeSchema),
  /** Those that asked for what the interview of today no longer asks. */
  earlierInterviews: z.array(interviewSchema),
});
export type ManagedRecord = z.infer<typeof clientRecordSchema>;
