import * as z from "zod/mini";
import { pageQuery } from "../../api/paging.ts";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { languages } from "../../languages.ts";
import { mailCauses } from "./mail-causes.ts";

/** The kinds of mail and their recipients, and the bodies of the calls about mail. */

/**
 * `manager`: account managers who chose the mail. `account`: account managers, whatever they chose, about matters that
 * they are responsible for.
 */
type MailReader = "client" | "manager" | "account";

/** Each kind of mail: its recipient, and when it is sent. */
export const mailKinds = {
  invitation: { to: "client", summary: "A manager invited a client" },
  "not-started": { to: "client", summary: "A client has not begun" },
  "partly-done": { to: "client", summary: "A client has begun and not submitted" },
  "due-soon": { to: "client", summary: "A client's due date is near" },
  "follow-up": { to: "client", summary: "A manager asked a client follow-up questions" },
  "asked-back": { to: "client", summary: "A follow-up question has had no answer" },
  "sign-in-link": { to: "client", summary: "A client asked for a sign-in link" },
  submitted: { to: "manager", summary: "A client submitted" },
  answered: { to: "manager", summary: "A client answered a follow-up question" },
  stuck: { to: "manager", summary: "A client has been inactive for some days" },
  digest: { to: "manager", summary: "On weekday mornings, the clients who need their manager" },
  "account-changed": {
    to: "account",
    summary: "An administrator changed who may sign in, the mail server, or which answers leave the server",
  },
  "manager-invited": { to: "account", summary: "An administrator invited a colleague to the console" },
  "password-link": { to: "account", summary: "A manager gets a link to set a new password" },
  "password-guessed": { to: "account", summary: "Many wrong passwords were entered for an account" },
  "new-sign-in": {
    to: "account",
    summary: "Somebody signed in to an account with a new browser, or from a new network",
  },
  "standing-in": {
    to: "account",
    summary: "An account manager is away, and this one looks after the clients",
  },
  "link-trouble": { to: "account", summary: "A mail scanner seems to open a client’s sign-in links" },
  "webhook-failing": { to: "account", summary: "A webhook has taken no message for an hour" },
  "webhook-off": { to: "account", summary: "The server turned a webhook off" },
} as const satisfies { [kind: string]: { to: MailReader; summary: string } };

export type MailKind = keyof typeof mailKinds;

/** Whether the mail has a link for setting a password. */
export function carriesPasswordLink(kind: MailKind): boolean {
  return kind === "manager-invited" || kind === "password-link";
}

/**
 * Whether a person is waiting for it: it is sent at any hour, also to a client who has opted out of reminders, and has
 * no opt-out line.
 */
export function isAwaited(kind: MailKind): boolean {
  return kind === "sign-in-link";
}
/** The reminders that the server sends automatically to clients who have not answered. */
export type ReminderKind = "not-started" | "partly-done" | "asked-back";

/** UTF-16 code units. */
export const MAIL_SUBJECT_MAX_LENGTH = 150;
export const MAIL_TEXT_MAX_LENGTH = 5_000;
export const STUCK_DAYS_MAX = 365;
/**
 * In days: the first reminder comes this long after the client's last activity, each later one this long after the
 * previous one.
 */
export const REMINDER_GAPS_DAYS = {
  "not-started": [3, 7, 14],
  "partly-done": [3, 7, 14],
  "asked-back": [0, 3, 7],
} as const satisfies { [Kind in ReminderKind]: readonly number[] };
/** Days before the due date, the largest first. */
export const DUE_SOON_DAYS = [2, 1];
/**
 * Follow-ups in a short time go in one mail: this long after the last one, but at most this long after the first one.
 */
export const FOLLOW_UP_MAIL_AFTER_MINUTES = 5;
export const FOLLOW_UP_MAIL_WITHIN_MINUTES = 15;
/** A client who was active in the last hours is not reminded. */
export const REST_AFTER_ACTIVITY_HOURS = 24;
/** A client who has been away for longer is no longer reminded. */
export const REMINDED_WITHIN_DAYS = 60;
/** The shortest time between a reminder and the next one that a manager requests. */
export const REMIND_AGAIN_AFTER_MINUTES = 60;
/** A mail that has waited for longer is not sent. */
export const MAIL_STALE_DAYS = 4;
export const MAILS_PER_PAGE = 50;
/** For connection, sign-in and message together. */
export const MAIL_TIME_LIMIT_MS = 60_000;

const kindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];
export const mailKindSchema = z.enum(kindNames);

/** Direction marks would reverse the rest of a line, and a lone surrogate is not valid text. */
const UNSEEN_IN_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const UNSEEN_IN_TEXT = /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const SEEN_ONLY = "has characters that cannot be seen. Type it as plain text";

/** A mail template in the provider's words. `templateProblem` checks its placeholders. */
export const mailTemplateSchema = z.strictObject({
  subject: z.string().check(
    z.trim(),
    z.minLength(1, "is empty"),
    z.maxLength(MAIL_SUBJECT_MAX_LENGTH, `is longer than ${MAIL_SUBJECT_MAX_LENGTH} characters`),
    z.refine((subject) => !UNSEEN_IN_LINE.test(subject), SEEN_ONLY),
  ),
  text: z.string().check(
    z.overwrite((text) => text.replaceAll("\r\n", "\n")),
    z.trim(),
    z.minLength(1, "is empty"),
    z.maxLength(MAIL_TEXT_MAX_LENGTH, `is longer than ${MAIL_TEXT_MAX_LENGTH} characters`),
    z.refine((text) => !UNSEEN_IN_TEXT.test(text), SEEN_ONLY),
  ),
});
export type MailTemplate = z.infer<typeof mailTemplateSchema>;

/** The template that is in use. */
export const shownTemplateSchema = z.object({
  kind: mailKindSchema,
  language: z.enum(languages),
  subject: z.string(),
  text: z.string(),
  /** Null for the built-in template. */
  changedAt: z.nullable(instantSchema),
  /** Names of the placeholders that it may use, as in `{{client}}`. */
  placeholders: z.array(z.string()),
});
export type ShownTemplate = z.infer<typeof shownTemplateSchema>;
export const shownTemplatesSchema = z.object({ templates: z.array(shownTemplateSchema) });
/** Without a language, a change applies to all languages, and a preview uses the provider's first language. */
export const templateQuerySchema = z.strictObject({ language: z.optional(z.enum(languages)) });

const mailChoices = {
  submitted: z.boolean(),
  answered: z.boolean(),
  /** On weekday mornings, the clients who need their manager. */
  digest: z.boolean(),
  /** The number of days without activity before a mail; null for no such mail. */
  stuckDays: z.nullable(z.int().check(z.minimum(1), z.maximum(STUCK_DAYS_MAX))),
};
/** The mails that a manager wants. */
export const mailChoicesSchema = z.object(mailChoices);
export type MailChoices = z.infer<typeof mailChoicesSchema>;
/** Absent choices stay unchanged: a tab that was opened before an upgrade does not know every choice. */
export const chooseMailRequestSchema = z.strictObject({
  submitted: z.exactOptional(mailChoices.submitted),
  answered: z.exactOptional(mailChoices.answered),
  digest: z.exactOptional(mailChoices.digest),
  stuckDays: z.exactOptional(mailChoices.stuckDays),
});
export type ChooseMailRequest = z.infer<typeof chooseMailRequestSchema>;

/** The choices until a manager changes them. Answers to follow-ups are in the digest as news. */
export const DEFAULT_MAIL: MailChoices = {
  submitted: true,
  answered: false,
  digest: true,
  stuckDays: null,
};

export const mailStates = [
  /** Waiting for its first or next attempt. */
  "waiting",
  /** Being sent. */
  "sending",
  /** The mail server has accepted it. */
  "sent",
  /** The mail server has refused it for good. */
  "refused",
  /** All attempts have failed. */
  "given-up",
  /** It was no longer needed. */
  "dropped",
  /** The connection broke before the mail server's answer: it may have been accepted, so it is not sent again. */
  "unsure",
] as const;
export type MailState = (typeof mailStates)[number];
/** The final states of mails that did not arrive, as far as known. */
export const failedMailStates = ["refused", "given-up", "unsure"] as const satisfies MailState[];

/** One line of the mail log, without addresses. */
export const mailLineSchema = z.object({
  mailId: z.string(),
  kind: mailKindSchema,
  /** Null if the mail is about an account, or about many clients. */
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  /** The account manager who gets it; null if the client does. */
  managerId: z.nullable(z.string()),
  managerName: z.nullable(z.string()),
  /** The manager who requested it; null if the server sent it automatically. */
  askedBy: z.nullable(z.string()),
  askedByName: z.nullable(z.string()),
  state: z.enum(mailStates),
  attempts: countSchema,
  createdAt: instantSchema,
  nextAt: z.nullable(instantSchema),
  /** These three are about the last attempt; `status` is the SMTP status. */
  lastAt: z.nullable(instantSchema),
  status: z.nullable(z.int()),
  cause: z.nullable(z.enum(mailCauses)),
});
export type MailLine = z.infer<typeof mailLineSchema>;

/** `next` is the cursor of the next page; null on the last. */
export const mailPageSchema = z.object({ mails: z.array(mailLineSchema), next: z.nullable(z.string()) });
export type MailPage = z.infer<typeof mailPageSchema>;

export const mailQuerySchema = z.strictObject({
  clientId: z.optional(z.string().check(z.maxLength(100))),
  /** Only mails that did not arrive. */
  delivery: z.optional(z.enum(["failed"])),
  ...pageQuery(MAILS_PER_PAGE),
});

export type MailSelection = Pick<z.infer<typeof mailQuerySchema>, "clientId" | "delivery">;

/** What the settings allow this installation to send. */
export const mailSetUpSchema = z.object({
  /** Whether a mail server is set up. */
  sendsMail: z.boolean(),
  /** Whether the server reminds clients automatically. */
  sendsReminders: z.boolean(),
  /** Days before the first reminder to a client who has not started, and between later ones. */
  reminderDays: z.array(countSchema),
  /** How long the link in an invitation works. */
  invitationDays: countSchema,
});
export type MailSetUp = z.infer<typeof mailSetUpSchema>;

/** Why a client cannot be reminded now; the sentence is in the console's catalog under `reminderRefusal.<reason>`. */
export const reminderRefusals = [
  "no-smtp",
  "no-address",
  "opted-out",
  "submitted",
  "waiting",
  "just-sent",
] as const;
export type ReminderRefusal = (typeof reminderRefusals)[number];

/** The outcome of "remind now": queued, or the reason why not. */
export const remindNowSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("queued"), mailId: z.string(), kind: mailKindSchema }),
  z.object({
    outcome: z.literal("refused"),
    reason: z.enum(reminderRefusals),
  }),
]);
export type ReminderResult = z.infer<typeof remindNowSchema>;

/** A client's mail status. */
export const clientMailSchema = z.object({
  hasAddress: z.boolean(),
  isOptedOut: z.boolean(),
  /** False if a manager turned off automatic reminders for this client. */
  getsReminders: z.boolean(),
  /** The next automatic reminder, as things stand; null if none is due. */
  next: z.nullable(z.object({ kind: mailKindSchema, at: instantSchema })),
  /** When the client's quiet hours end; null outside them. */
  opensAt: z.nullable(instantSchema),
});
export type ClientMail = z.infer<typeof clientMailSchema>;
