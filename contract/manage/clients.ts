import * as z from "zod/mini";
import { takeSchema } from "../api/calls.ts";
import { EMAIL_MAX_LENGTH, emailSchema } from "../api/email.ts";
import { helperSchema } from "../api/helping.ts";
import { idSchema } from "../api/ids.ts";
import { forwardQuery, PAGE_MAX } from "../api/paging.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { sessionSchema } from "../api/sessions.ts";
import { interviewSchema } from "../interview/definitions/interview.ts";
import { languages } from "../languages.ts";
import { CLIENT_NAME_MAX_LENGTH, TIMESTAMP_MAX_LENGTH } from "../limits.ts";
import { FIELDS_MAX, fieldValueSchema, fieldValuesSchema } from "./fields.ts";
import { clientInterviewSchema } from "./interviews.ts";
import {
  CLIENT_CURSOR_MAX_LENGTH,
  CLIENTS_PER_PAGE,
  CONTACT_MAX_LENGTH,
  EXTERNAL_ID_MAX_LENGTH,
  KEY_MAX_DAYS,
  PHONE_MAX_LENGTH,
  SEARCH_MAX_LENGTH,
  WEBSITE_MAX_LENGTH,
} from "./limits.ts";
import { mailCauses } from "./mail/mail-causes.ts";
import { nameSchema } from "./names.ts";
import { TAGS_PER_CLIENT_MAX, tagNameSchema, tagSchema } from "./tags.ts";

/** Clients as their account manager sees them. */

/** A client's state; each client has exactly one. */
export const clientStates = [
  "not-invited",
  "invited",
  "opened",
  "in-progress",
  "submitted",
  "approved",
] as const;
export type ClientState = (typeof clientStates)[number];

/** Flags that draw a manager's attention, most urgent first; a client can have any number. */
export const clientFlags = [
  /** No mail reaches the client. */
  "mail-trouble",
  /** The client has answers that the caller has not seen. */
  "news",
  /** Submitted, without an open follow-up, and not fully approved. */
  "ready",
  /** The due date has passed without a submission. */
  "overdue",
  /** A follow-up has no answer yet. */
  "waiting",
  /** Opened but not submitted, and inactive for some days. */
  "stalled",
  /** Invited some days ago, but never opened. */
  "never-opened",
] as const;
export type ClientFlag = (typeof clientFlags)[number];

/** `needs-you`: a manager has to act, since the server has no further step scheduled. */
export const clientFilters = ["all", "needs-you", ...clientFlags] as const;
export type ClientFilter = (typeof clientFilters)[number];
export const clientOrders = ["name", "percent", "activity", "due", "last-seen", "changed", "added"] as const;
export type ClientOrder = (typeof clientOrders)[number];
export const dueFilters = ["overdue", "week", "month", "none"] as const;

/** The steps of the funnel in order; each includes all steps before it. */
export const funnelSteps = ["invited", "opened", "began", "half", "submitted", "approved"] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** A day in the provider's time zone, YYYY-MM-DD. */
export const daySchema = z.iso.date().check(z.maxLength(10));

export const idOrWordSchema = z.string().check(z.minLength(1), z.maxLength(100));

export const externalIdSchema = nameSchema(EXTERNAL_ID_MAX_LENGTH);

/** The clients to list, and their order: all conditions must hold. */
export const clientSelectionSchema = z.strictObject({
  search: z._default(z.string().check(z.maxLength(SEARCH_MAX_LENGTH)), ""),
  filter: z._default(z.enum(clientFilters), "all"),
  state: z.optional(z.enum(clientStates)),
  /** An account manager's id, `me` or `nobody`. */
  manager: z.optional(idOrWordSchema),
  /** The id of an account manager who is away and will get the clients back. */
  goesBackTo: z.optional(idOrWordSchema),
  /** A tag's id. */
  tag: z.optional(idOrWordSchema),
  /** The id of the clients' interview. */
  interview: z.optional(idOrWordSchema),
  /** Clients who since then were added, changed, invited or approved, have signed in, or have other answers. */
  updatedSince: z.optional(instantSchema.check(z.maxLength(TIMESTAMP_MAX_LENGTH))),
  /** The whole address; case does not matter. */
  email: z.optional(emailSchema),
  externalId: z.optional(externalIdSchema),
  /** `week` and `month` count from today. */
  due: z.optional(z.enum(dueFilters)),
  /** Clients who have reached this step or a later one. */
  reached: z.optional(z.enum(funnelSteps)),
  /** All four ranges include the named day. */
  invitedFrom: z.optional(daySchema),
  invitedTo: z.optional(daySchema),
  /** The day of the first submission. */
  submittedFrom: z.optional(daySchema),
  submittedTo: z.optional(daySchema),
  /** A custom field that is not text, and its value: `fd_5b1c…:Growth`. */
  field: z.optional(z.string().check(z.maxLength(300), z.regex(/^[\w-]{1,100}:[\s\S]+$/))),
  /** A question's id: clients who have answered it. */
  answered: z.optional(idOrWordSchema),
  /** A question's id: clients who have begun but not submitted, and would continue with it. */
  pausedAt: z.optional(idOrWordSchema),
  order: z._default(z.enum(clientOrders), "name"),
  direction: z._default(z.enum(["up", "down"]), "up"),
});
export type ClientSelection = z.infer<typeof clientSelectionSchema>;

/** The query string of the list; numbers arrive as text. */
export const listClientsQuerySchema = z.extend(clientSelectionSchema, {
  ...forwardQuery(CLIENTS_PER_PAGE, CLIENT_CURSOR_MAX_LENGTH),
  /** The page number from 1. Deprecated in favor of `after`; goes in a later release. */
  page: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  /** Comma-separated ids of custom fields; rows include the values of these. */
  fields: z.optional(
    z.string().check(z.maxLength(FIELDS_MAX * 101), z.regex(/^[\w-]{1,100}(,[\w-]{1,100})*$/)),
  ),
  /** The earlier name of `limit`, for one release. */
  perPage: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
});
export type ListClientsQuery = z.infer<typeof listClientsQuerySchema>;

/** A row of the clients' table. */
export const clientRowSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** The person who answers for the business. */
  contact: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** As typed; a link needs `https://` in front if the scheme is missing. */
  website: z.nullable(z.string()),
  /** The client's id in another program. */
  externalId: z.nullable(z.string()),
  /** The values of the requested custom fields. */
  fields: z.optional(fieldValuesSchema),
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  /** The manager who is away, and the day on which the client goes back to them; otherwise null. */
  goesBackTo: z.nullable(z.object({ managerId: z.string(), name: z.string(), until: z.string() })),
  tags: z.array(tagSchema),
  dueOn: z.nullable(z.string()),
  state: z.enum(clientStates),
  /** As the caller sees them, with `news`. */
  flags: z.array(z.enum(clientFlags)),
  completed: countSchema,
  total: countSchema,
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  /** The first unanswered question, in the section where the client stopped; null if nothing is missing. */
  nextQuestion: z.nullable(z.string()),
  /** The number of questions with an unanswered follow-up, and since when the first has waited. */
  followUpsOut: countSchema,
  waitingSince: z.nullable(instantSchema),
  /** Why mail does not reach the client; null if mail does, or none was sent. */
  mailTrouble: z.nullable(z.enum(mailCauses)),
  addedAt: instantSchema,
  invitedAt: z.nullable(instantSchema),
  openedAt: z.nullable(instantSchema),
  lastSeenAt: z.nullable(instantSchema),
  /** The later of the last sign-in and the last change. */
  activeAt: z.nullable(instantSchema),
  changedAt: z.nullable(instantSchema),
  submittedAt: z.nullable(instantSchema),
});
export type ClientRow = z.infer<typeof clientRowSchema>;

/** A page of clients. */
export const clientListSchema = z.object({
  clients: z.array(clientRowSchema),
  /**
   * The number of clients that the selection finds, on all pages. On later pages, `total` and `counts` are as of the
   * first page.
   */
  total: countSchema,
  /** The number in each state among the clients that the selection would find in any state. */
  counts: z.record(z.enum(["all", ...clientStates]), countSchema),
  /** The cursor of the next page; null on the last. */
  next: z.nullable(z.string()),
  /** Only for calls without `after`, which number pages as earlier releases did; goes in a later release. */
  page: z.optional(countSchema),
  pages: z.optional(countSchema),
});
export type ClientList = z.infer<typeof clientListSchema>;

/** The number of the caller's clients that each filter and each saved view finds. */
export const clientCountsSchema = z.object({
  filters: z.record(z.enum(clientFilters), countSchema),
  views: z.record(z.string(), countSchema),
});
export type ClientCounts = z.infer<typeof clientCountsSchema>;

/** With or without scheme. Schemes other than http and https are refused, so that a link to it is a web page. */
const WEBSITE = /^(https?:\/\/)?[^\s/@?#:]+\.[^\s/@?#:.]{2,}(:\d{1,5})?([/?#]\S*)?$/iu;
export const websiteSchema = nameSchema(WEBSITE_MAX_LENGTH).check(
  z.refine((text) => WEBSITE.test(text), "is not a web address. Type an address such as example.com"),
);

/** A client's contact details, besides name and address. */
const furtherFacts = {
  contact: z.nullable(nameSchema(CONTACT_MAX_LENGTH)),
  phone: z.nullable(nameSchema(PHONE_MAX_LENGTH)),
  website: z.nullable(websiteSchema),
  externalId: z.nullable(externalIdSchema),
  dueOn: z.nullable(daySchema),
  /** The language of mails until the first sign-in. */
  language: z.nullable(z.enum(languages)),
};

const tagNamesSchema = z.array(tagNameSchema).check(z.maxLength(TAGS_PER_CLIENT_MAX));

/** A new client's initial data, besides their contact details. */
const beginning = {
  /**
   * The id or email address of an account manager, or null. Only administrators may name another manager than
   * themselves.
   */
  manager: z.optional(z.nullable(nameSchema(EMAIL_MAX_LENGTH))),
  /** By question id, each in the shape of the client's record. A token needs `answers:write` for them. */
  answers: z.optional(z.record(idSchema, z.looseObject({}))),
};

export const addClientRequestSchema = z.strictObject({
  name: nameSchema(CLIENT_NAME_MAX_LENGTH),
  email: z._default(z.nullable(emailSchema), null),
  contact: z._default(furtherFacts.contact, null),
  phone: z._default(furtherFacts.phone, null),
  website: z._default(furtherFacts.website, null),
  externalId: z._default(furtherFacts.externalId, null),
  dueOn: z._default(furtherFacts.dueOn, null),
  language: z._default(furtherFacts.language, null),
  tags: z._default(tagNamesSchema, []),
  /** If null, the interview for new clients. */
  interviewId: z._default(z.nullable(idSchema), null),
  /** Without a key, the client is not invited yet; an invitation by mail has its own link. */
  withKey: z._default(z.boolean(), true),
  ...beginning,
});
export type AddClientRequest = z.infer<typeof addClientRequestSchema>;

/** Absent fields stay unchanged. */
export const changeClientRequestSchema = z.strictObject({
  name: z.optional(nameSchema(CLIENT_NAME_MAX_LENGTH)),
  email: z.optional(z.nullable(emailSchema)),
  contact: z.optional(furtherFacts.contact),
  phone: z.optional(furtherFacts.phone),
  website: z.optional(furtherFacts.website),
  externalId: z.optional(furtherFacts.externalId),
  dueOn: z.optional(furtherFacts.dueOn),
  language: z.optional(furtherFacts.language),
  /** Whether the server reminds the client. Mail that a manager requests is sent anyway. */
  getsReminders: z.optional(z.boolean()),
  /** Only administrators may assign a client to another manager. */
  managerId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});

/** A JSON merge patch: absent fields stay unchanged, and null removes a value. */
export const patchClientRequestSchema = z.extend(changeClientRequestSchema, {
  /** Replaces all tags. */
  tags: z.optional(tagNamesSchema),
  /** The values of custom fields, by field id. */
  fields: z.optional(
    z
      .record(z.string().check(z.maxLength(100)), z.nullable(fieldValueSchema))
      .check(z.refine((fields) => Object.keys(fields).length <= FIELDS_MAX, "has too many fields")),
  ),
});
export type PatchClientRequest = z.infer<typeof patchClientRequestSchema>;

/** For a client who may already exist: absent fields stay unchanged, and null removes a value. */
export const upsertClientRequestSchema = z.strictObject({
  /** Required for a new client. */
  name: z.optional(nameSchema(CLIENT_NAME_MAX_LENGTH)),
  email: z.optional(z.nullable(emailSchema)),
  contact: z.optional(furtherFacts.contact),
  phone: z.optional(furtherFacts.phone),
  website: z.optional(furtherFacts.website),
  /** If present, the same as in the path. */
  externalId: z.optional(externalIdSchema),
  dueOn: z.optional(furtherFacts.dueOn),
  language: z.optional(furtherFacts.language),
  /** Replaces all tags. */
  tags: z.optional(tagNamesSchema),
  /** `interviewId`, `withKey` and `answers` apply only to a new client. */
  interviewId: z.optional(z.nullable(idSchema)),
  withKey: z.optional(z.boolean()),
  ...beginning,
});
export type UpsertClientRequest = z.infer<typeof upsertClientRequestSchema>;

/** The client's name, typed again to prevent erasing the wrong client. */
export const eraseClientRequestSchema = z.strictObject({
  name: z.string().check(z.maxLength(CLIENT_NAME_MAX_LENGTH)),
});
/**
 * False if the server still has to finish: the client is gone from every view, but some data is still being
 * overwritten.
 */
export const erasedClientSchema = z.object({ isWhole: z.boolean() });

export const issueKeyRequestSchema = z.strictObject({
  days: z.optional(z.int().check(z.minimum(1), z.maximum(KEY_MAX_DAYS))),
});

/** A key and the link with it, shown only in this answer. */
export const issuedKeySchema = z.object({
  clientId: z.string(),
  keyId: z.string(),
  accessKey: z.string(),
  /** The key is in the link's fragment, which browsers never send to a server. */
  link: z.string(),
  expiresAt: instantSchema,
});
export type IssuedAccessKey = z.infer<typeof issuedKeySchema>;

/** With the first access key, or null if `withKey` is false. */
export const addedClientSchema = z.object({
  clientId: z.string(),
  keyId: z.nullable(z.string()),
  accessKey: z.nullable(z.string()),
  link: z.nullable(z.string()),
  expiresAt: z.nullable(instantSchema),
});
export type AddedClient = z.infer<typeof addedClientSchema>;

export const accessKeySchema = z.object({
  keyId: z.string(),
  state: z.enum(["live", "expired", "revoked"]),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  lastUsedAt: z.nullable(instantSchema),
  revokedAt: z.nullable(instantSchema),
});
export type AccessKeyFacts = z.infer<typeof accessKeySchema>;

/**
 * A key that the client does not keep: from a sign-in link, for a hand-over to another device, a helper's, or a
 * passkey's.
 */
export const linkKeySchema = z.extend(accessKeySchema, {
  kind: z.enum(["mailed", "hand-over", "helper", "passkey"]),
  /** When a browser first used it; from then on it works only in that browser. */
  boundAt: z.nullable(instantSchema),
});
export type LinkKeyFacts = z.infer<typeof linkKeySchema>;

/** A live session. */
export const clientSessionSchema = z.extend(sessionSchema, {
  /** The access key that opened it. */
  keyId: z.string(),
});
export type ClientSession = z.infer<typeof clientSessionSchema>;

/** A second secret, sent by another channel; the client enters it after the access key. */
export const clientPinSchema = z.object({
  /** `stopped`: wrong too often in a row, so that sign-in is impossible until a new PIN is set. */
  state: z.enum(["none", "set", "stopped"]),
  setAt: z.nullable(instantSchema),
  stoppedAt: z.nullable(instantSchema),
});
export type ClientPin = z.infer<typeof clientPinSchema>;

/** A new PIN, shown only in this answer. */
export const setPinSchema = z.object({ pin: z.string() });
export type SetPin = z.infer<typeof setPinSchema>;

/** A person whom the client has asked to answer a section. */
export const clientHelperSchema = z.extend(helperSchema, {
  /** The section's name in the first language of the interview; empty if the client is no longer asked that section. */
  section: z.string(),
  /** The key of their link: revoking it ends their access. */
  keyId: z.string(),
});
export type ClientHelper = z.infer<typeof clientHelperSchema>;

export const clientSchema = z.extend(clientRowSchema, {
  interview: clientInterviewSchema,
  fields: fieldValuesSchema,
  /** The language of mails to the client: that of the latest sign-in, before the first one as chosen. */
  language: z.nullable(z.enum(languages)),
  /** Whether the server reminds the client, if reminders are on at all. */
  getsReminders: z.boolean(),
  /** The lasting keys. */
  keys: z.array(accessKeySchema),
  /** All keys of other kinds. */
  links: z.array(linkKeySchema),
  /** In the order in which the client asked them. */
  helpers: z.array(clientHelperSchema),
  /** Newest first, without helpers' sessions. */
  sessions: z.array(clientSessionSchema),
  pin: clientPinSchema,
});
export type Client = z.infer<typeof clientSchema>;

export const clientRecordSchema = z.object({
  revision: countSchema,
  changedAt: z.nullable(instantSchema),
  submittedAt: z.nullable(instantSchema),
  /** As in the answer of `GET /v1/onboarding`; empty if nothing was ever saved. */
  data: z.record(z.string(), z.unknown()),
  takes: z.array(takeSchema),
  /** Interviews that asked for entries that the current interview no longer asks. */
  earlierInterviews: z.array(interviewSchema),
});
export type ManagedRecord = z.infer<typeof clientRecordSchema>;
