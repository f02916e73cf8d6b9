import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { FORGOTTEN_LINK_HOURS } from "#contract/manage/limits.ts";
import { isAwaited, MAIL_STALE_DAYS, type MailKind, type MailTemplate } from "#contract/manage/mail/mail.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import type { NextOpen } from "../settings/calendar.ts";
import type { Digest } from "../storage/clients/client-digest.ts";
import type { SentFollowUp } from "../storage/follow-ups/follow-ups.ts";
import type { DueMail, MailPerson } from "../storage/mail/mails.ts";
import { lastActivity } from "./reminders/reminder-schedule.ts";

/** What to do with a mail now. */
export type MailTurn =
  | { kind: "send"; recipient: MailPerson }
  | { kind: "later"; at: number }
  | { kind: "end"; state: "dropped" | "given-up" | "unsure"; cause: MailCause };

export type ComposedMail = DueMail & {
  /** The follow-ups of this mail that are still open; empty for other kinds of mail. */
  followUps: SentFollowUp[];
  /** The provider's own text in the mail's language, if there is one. */
  template: MailTemplate | undefined;
  /** Null for other kinds of mail. */
  digest: DueDigest | null;
};

/** The digest as of now. `isDayOver`: the mail was queued on an earlier day in its reader's time zone. */
export type DueDigest = Digest & { isDayOver: boolean };

/** Mails that the server sends to a client without a manager's request. */
const REMINDERS: readonly MailKind[] = ["not-started", "partly-done", "asked-back", "due-soon"];
const STALE_MS = MAIL_STALE_DAYS * DAY_MS;

/** Decides again at sending time, because a mail may be outdated since it was queued. */
export function mailTurn(mail: ComposedMail, nextOpen: NextOpen, now: number): MailTurn {
  const { state, isToClient, recipient, askedBy, createdAt, nextAt } = mail;
  // the server ended between recording the attempt and its result; see decision 20
  if (state === "sending" && isToClient) return { kind: "end", state: "unsure", cause: "cut-off" };
  const cause = needlessness(mail, now);
  if (cause) return { kind: "end", state: "dropped", cause };
  if (!recipient) return { kind: "end", state: "dropped", cause: isToClient ? "no-address" : "revoked" };
  if (now - createdAt > staleMs(mail) || mail.digest?.isDayOver)
    return { kind: "end", state: "given-up", cause: "too-late" };
  // a restart frees jobs early; a wait longer than the limit means that a clock was ahead
  if (nextAt !== null && nextAt > now && nextAt - now < STALE_MS) return { kind: "later", at: nextAt };
  // quiet hours do not apply to a mail that a manager asked for
  const openAt = isToClient && askedBy === null && !isAwaited(mail.kind) ? nextOpen(now, mail.timeZone) : now;
  return openAt > now ? { kind: "later", at: openAt } : { kind: "send", recipient };
}

/** A link for a forgotten password is useful only while its owner waits for it. */
function staleMs({ kind, askedBy }: ComposedMail): number {
  return kind === "password-link" && askedBy === null ? FORGOTTEN_LINK_HOURS * HOUR_MS : STALE_MS;
}

function needlessness(mail: ComposedMail, now: number): MailCause | undefined {
  const { kind, isToClient, isHandedOver, createdAt, savedAt, submittedAt } = mail;
  if (isHandedOver && mail.recipient) return "handed-over";
  if (isToClient) return needlessnessToClient(mail, now);
  if (mail.digest?.clients === 0) return "not-needed";
  if (kind === "webhook-failing" && !isStillFailing(mail)) return "not-needed";
  if (kind === "webhook-off" && mail.webhook?.offAt !== createdAt) return "not-needed";
  if (kind === "standing-in" && !mail.handOver?.clients) return "not-needed";
  const changedAt = Math.max(savedAt ?? 0, submittedAt ?? 0);
  return kind === "stuck" && changedAt > createdAt ? "not-needed" : undefined;
}

/** If the webhook recovered and fails again, a newer mail is queued. */
function isStillFailing({ webhook, createdAt }: ComposedMail): boolean {
  if (!webhook?.failing || webhook.offAt !== null) return false;
  return webhook.failing.since <= createdAt;
}

function needlessnessToClient(mail: ComposedMail, now: number): MailCause | undefined {
  const { kind, isOptedOut, getsReminders, askedBy, createdAt, submittedAt, followUpAskedAt } = mail;
  if (isAwaited(kind)) return undefined;
  if (isOptedOut) return "opted-out";
  if (!getsReminders && askedBy === null && REMINDERS.includes(kind)) return "reminders-off";
  if (kind === "due-soon" && isOver(mail.dueOn, now)) return "not-needed";
  // a client who is active right now may not have seen the follow-up yet
  if (kind === "follow-up") return mail.followUps.length === 0 ? "not-needed" : undefined;
  const isSettled = kind === "asked-back" ? followUpAskedAt === null : submittedAt !== null;
  const hasSubmitted = (submittedAt ?? 0) > createdAt;
  const hasGoneOn = askedBy === null && lastActivity(mail) > createdAt;
  return isSettled || hasSubmitted || hasGoneOn ? "not-needed" : undefined;
}

/** A removed due date counts as over, and a day is over when it has ended in every time zone. */
function isOver(dueOn: string | null, now: number): boolean {
  return dueOn === null || now > Date.parse(dueOn) + DAY_MS + 12 * HOUR_MS;
}
