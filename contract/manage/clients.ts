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

/** How far a client is; each is in exactly one. */
export const clientStates = [
  "not-invited",
  "invited",
  "opened",
  "in-progress",
  "submitted",
  "approved",
] as const;
export type ClientState = (typeof clientStates)[number];

/** What is worth a manager's look; a client has any number of them, most urgent first. */
export const clientFlags = [
  /** No mail reaches the client. */
  "mail-trouble",
  /** There are answers that the caller has not seen. */
  "news",
  /** Submitted, with no follow-up out, and not all approved. */
  "ready",
  /** The due date is over, and nothing was submitted. */
  "overdue",
  /** A follow-up has no answer yet. */
  "waiting",
  /** Opened and not submitted, and inactive for some days. */
  "stalled",
  /** Invited some days ago, and never opened. */
  "never-opened",
] as const;
export type ClientFlag = (typeof clientFlags)[number];

/** `needs-you`: a manager has to do something, since the server has nothing left that it would do. */
export const clientFilters = ["all", "needs-you", ...clientFlags] as const;
export type ClientFilter = (typeof clientFilters)[number];
export const clientOrders = ["name", "percent", "activity", "due", "last-seen", "changed", "added"] as const;
export type ClientOrder = (typeof clientOrders)[number];
export const dueFilters = ["overdue", "week", "month", "none"] as const;

/** How far clients come, in this order; each step includes all steps before it. */
export const funnelSteps = ["invited", "opened", "began", "half", "submitted", "approved"] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** A day where the provider is, YYYY-MM-DD. */
export const daySchema = z.iso.date().check(z.maxLength(10));

export const idOrWordSchema = z.string().check(z.minLength(1), z.maxLength(100));

export const externalIdSchema = nameSchema(EXTERNAL_ID_MAX_LENGTH);

/** Which clients are listed, and in which order: all conditions hold at once. */
export const clientSelectionSchema = z.strictObject({
  search: z._default(z.string().check(z.maxLength(SEARCH_MAX_LENGTH)), ""),
  filter: z._default(z.enum(clientFilters), "all"),
  state: z.optional(z.enum(clientStates)),
  /** An account manager's id, `me` or `nobody`. */
  manager: z.optional(idOrWordSchema),
  /** The id of an account manager who is away, and gets the clients back. */
  goesBackTo: z.optional(idOrWordSchema),
  /** A tag's id. */
  tag: z.optional(idOrWordSchema),
  /** The id of the interview that clients have. */
  interview: z.optional(idOrWordSchema),
  /** Who was added, changed, invited or approved since then, has signed in, or has other answers. */
  updatedSince: z.optional(instantSchema.check(z.maxLength(TIMESTAMP_MAX_LENGTH))),
  /** The whole address, in upper or lower case. */
  email: z.optional(emailSchema),
  externalId: z.optional(externalIdSchema),
  /** `week` and `month` reach so far from today. */
  due: z.optional(z.enum(dueFilters)),
  /** Who has come so far, or further. */
  reached: z.optional(z.enum(funnelSteps)),
  /** These four include the day that they name. */
  invitedFrom: z.optional(daySchema),
  invitedTo: z.optional(daySchema),
  /** Of the first submission. */
  submittedFrom: z.optional(daySchema),
  submittedTo: z.optional(daySchema),
  /** An own field that is no text, and its value: `fd_5b1c…:Growth`. */
  field: z.optional(z.string().check(z.maxLength(300), z.regex(/^[\w-]{1,100}:[\s\S]+$/))),
  /** A question's id: who has answered the question. */
  answered: z.optional(idOrWordSchema),
  /** A question's id: who has begun, has not submitted, and goes on there. */
  pausedAt: z.optional(idOrWordSchema),
  order: z._default(z.enum(clientOrders), "name"),
  direction: z._default(z.enum(["up", "down"]), "up"),
});
export type ClientSelection = z.infer<typeof clientSelectionSchema>;

/** What is asked for in the address; numbers come as text there. */
export const listClientsQuerySchema = z.extend(clientSelectionSchema, {
  ...forwardQuery(CLIENTS_PER_PAGE, CLIENT_CURSOR_MAX_LENGTH),
  /** From 1; the earlier way through the list, for one release. */
  page: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  /** Ids of own fields, with commas: lines come with their values. */
  fields: z.optional(
    z.string().check(z.maxLength(FIELDS_MAX * 101), z.regex(/^[\w-]{1,100}(,[\w-]{1,100})*$/)),
  ),
  /** The earlier name of `limit`, for one release. */
  perPage: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
});
export type ListClientsQuery = z.infer<typeof listClientsQuerySchema>;

/** A line of the clients' table. */
export const clientRowSchema = z.object({
  clientId: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Who answers for the business. */
  contact: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** As it was typed; without a scheme, `https://` belongs before it. */
  website: z.nullable(z.string()),
  /** What another program calls the client. */
  externalId: z.nullable(z.string()),
  /** Of the own fields that were asked for. */
  fields: z.optional(fieldValuesSchema),
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  /** The manager who is away and gets the client back, and the day; else null. */
  goesBackTo: z.nullable(z.object({ managerId: z.string(), name: z.string(), until: z.string() })),
  tags: z.array(tagSchema),
  dueOn: z.nullable(z.string()),
  state: z.enum(clientStates),
  /** Without `news`, which depends on who asks. */
  flags: z.array(z.enum(clientFlags)),
  completed: countSchema,
  total: countSchema,
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  /** The first question without an answer, in the section where the client was; null where nothing is missing. */
  nextQuestion: z.nullable(z.string()),
  /** How many questions have an unanswered follow-up, and since when. */
  followUpsOut: countSchema,
  waitingSince: z.nullable(instantSchema),
  /** Why no mail reaches the client; null where one does, or none was sent. */
  mailTrouble: z.nullable(z.enum(mailCauses)),
  addedAt: instantSchema,
  invitedAt: z.nullable(instantSchema),
  openedAt: z.nullable(instantSchema),
  lastSeenAt: z.nullable(instantSchema),
  /** The latest of sign-in and change. */
  activeAt: z.nullable(instantSchema),
  changedAt: z.nullable(instantSchema),
  submittedAt: z.nullable(instantSchema),
});
export type ClientRow = z.infer<typeof clientRowSchema>;

/** A line as one manager sees it: with `news` among its flags where there are answers that they have not seen. */
export const clientListSchema = z.object({
  clients: z.array(clientRowSchema),
  /** How many the selection finds, on all pages. This and `counts` are as of the first page, on each page behind it. */
  total: countSchema,
  /** Of all that the selection finds in any state: how many are in each. */
  counts: z.record(z.enum(["all", ...clientStates]), countSchema),
  /** Asks for the page after this one; null on the last. */
  next: z.nullable(z.string()),
  /** Of a call without `after`, as earlier releases numbered pages; for one release. */
  page: z.optional(countSchema),
  pages: z.optional(countSchema),
});
export type ClientList = z.infer<typeof clientListSchema>;

/** How many of all the caller's clients each filter and each saved view finds. */
export const clientCountsSchema = z.object({
  filters: z.record(z.enum(clientFilters), countSchema),
  views: z.record(z.string(), countSchema),
});
export type ClientCounts = z.infer<typeof clientCountsSchema>;

/** With or without its scheme; no other scheme than http and https, so that a link to it is a web page. */
const WEBSITE = /^(https?:\/\/)?[^\s/@?#:]+\.[^\s/@?#:.]{2,}(:\d{1,5})?([/?#]\S*)?$/iu;
export const websiteSchema = nameSchema(WEBSITE_MAX_LENGTH).check(
  z.refine((text) => WEBSITE.test(text), "is not a web address. Type an address such as example.com"),
);

/** What a client is called and reached by, beside name and address. */
const furtherFacts = {
  contact: z.nullable(nameSchema(CONTACT_MAX_LENGTH)),
  phone: z.nullable(nameSchema(PHONE_MAX_LENGTH)),
  website: z.nullable(websiteSchema),
  externalId: z.nullable(externalIdSchema),
  dueOn: z.nullable(daySchema),
  /** In which mails are, until the first sign-in. */
  language: z.nullable(z.enum(languages)),
};

const tagNamesSchema = z.array(tagNameSchema).check(z.maxLength(TAGS_PER_CLIENT_MAX));

/** What a client begins with, beside their facts. */
const beginning = {
  /** The id or email address of an account manager, or null for none. Only administrators name another than themselves. */
  manager: z.optional(z.nullable(nameSchema(EMAIL_MAX_LENGTH))),
  /** By the ids of questions, each as the client's record has it. A token needs `answers:write` for them. */
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
  /** That of new clients where it is null. */
  interviewId: z._default(z.nullable(idSchema), null),
  /** Without a key, the client is not invited yet: an invitation by mail has a separate link. */
  withKey: z._default(z.boolean(), true),
  ...beginning,
});
export type AddClientRequest = z.infer<typeof addClientRequestSchema>;

/** What is left out stays as it is. */
export const changeClientRequestSchema = z.strictObject({
  name: z.optional(nameSchema(CLIENT_NAME_MAX_LENGTH)),
  email: z.optional(z.nullable(emailSchema)),
  contact: z.optional(furtherFacts.contact),
  phone: z.optional(furtherFacts.phone),
  website: z.optional(furtherFacts.website),
  externalId: z.optional(furtherFacts.externalId),
  dueOn: z.optional(furtherFacts.dueOn),
  language: z.optional(furtherFacts.language),
  /** Whether the server reminds the client. What a manager asks for is mailed all the same. */
  getsReminders: z.optional(z.boolean()),
  /** Only administrators give a client to another manager. */
  managerId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
});

/** A JSON merge patch: what is left out stays as it is, and null takes a value away. */
export const patchClientRequestSchema = z.extend(changeClientRequestSchema, {
  /** All tags from then on. */
  tags: z.optional(tagNamesSchema),
  /** Of the provider's own fields, by their ids. */
  fields: z.optional(
    z
      .record(z.string().check(z.maxLength(100)), z.nullable(fieldValueSchema))
      .check(z.refine((fields) => Object.keys(fields).length <= FIELDS_MAX, "has too many fields")),
  ),
});
export type PatchClientRequest = z.infer<typeof patchClientRequestSchema>;

/** Of a client who may be there already: what is left out stays as it is, and null takes a value away. */
export const upsertClientRequestSchema = z.strictObject({
  /** A new client needs a name. */
  name: z.optional(nameSchema(CLIENT_NAME_MAX_LENGTH)),
  email: z.optional(z.nullable(emailSchema)),
  contact: z.optional(furtherFacts.contact),
  phone: z.optional(furtherFacts.phone),
  website: z.optional(furtherFacts.website),
  /** That of the address, or nothing. */
  externalId: z.optional(externalIdSchema),
  dueOn: z.optional(furtherFacts.dueOn),
  language: z.optional(furtherFacts.language),
  /** All tags from then on. */
  tags: z.optional(tagNamesSchema),
  /** This, `withKey` and `answers` count for a new client only. */
  interviewId: z.optional(z.nullable(idSchema)),
  withKey: z.optional(z.boolean()),
  ...beginning,
});
export type UpsertClientRequest = z.infer<typeof upsertClientRequestSchema>;

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

/** With the first key, or with null where none was wanted. */
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

/** A key that is not the client's to keep: of a sign-in link, of a hand-over to another device, of a helper, or of a passkey. */
export const linkKeySchema = z.extend(accessKeySchema, {
  kind: z.enum(["mailed", "hand-over", "helper", "passkey"]),
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

/** Somebody whom the client has asked to answer a section. */
export const clientHelperSchema = z.extend(helperSchema, {
  /** In the first language of the interview; empty where the client is no longer asked that section. */
  section: z.string(),
  /** The key of their link: revoking it ends their access. */
  keyId: z.string(),
});
export type ClientHelper = z.infer<typeof clientHelperSchema>;

export const clientSchema = z.extend(clientRowSchema, {
  interview: clientInterviewSchema,
  fields: fieldValuesSchema,
  /** In which mails to the client are: of the latest sign-in, before that as chosen. */
  language: z.nullable(z.enum(languages)),
  /** Whether the server reminds the client, as far as it reminds anybody. */
  getsReminders: z.boolean(),
  /** Lasting ones. */
  keys: z.array(accessKeySchema),
  /** All other keys. */
  links: z.array(linkKeySchema),
  /** In the order in which they were asked. */
  helpers: z.array(clientHelperSchema),
  /** Newest first; none of helpers. */
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
