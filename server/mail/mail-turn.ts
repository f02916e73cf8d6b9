import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { FORGOTTEN_LINK_HOURS } from "#contract/manage/limits.ts";
import { isAwaited, MAIL_STALE_DAYS, type MailKind, type MailTemplate } from "#contract/manage/mail/mail.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import type { NextOpen } from "../settings/calendar.ts";
import type { Digest } from "../storage/clients/client-digest.ts";
import type { StoredAsk } from "../storage/follow-ups/follow-ups.ts";
import type { DueMail, MailPerson } from "../storage/mail/mails.ts";
import { lastActivity } from "./reminder-schedule.ts";

/** What is to be done with a mail now. */
export type MailTurn =
  | { kind: "send"; recipient: MailPerson }
  | { kind: "later"; at: number }
  | { kind: "end"; state: "dropped" | "given-up" | "unsure"; cause: MailCause };

export type ComposedMail = DueMail & {
  /** Those that the mail asks and that are still open; none where the mail is of another kind. */
  followUps: StoredAsk[];
  /** In the provider's words, where there are any in the mail's language. */
  template: MailTemplate | undefined;
  /** Null where the mail is of another kind. */
  digest: DueDigest | null;
};

/** As things stand now. `isDayOver`: whether it was put in on an earlier day, where its reader is. */
export type DueDigest = Digest & { isDayOver: boolean };

/** What the server sends to a client without a manager's asking for it. */
const REMINDERS: readonly MailKind[] = ["not-started", "partly-done", "asked-back", "due-soon"];
const STALE_MS = MAIL_STALE_DAYS * DAY_MS;

/** Much may have happened since it was put in: it is sent only where it still says what is so. */
export function mailTurn(mail: ComposedMail, nextOpen: NextOpen, now: number): MailTurn {
  const { state, isToClient, recipient, askedBy, createdAt, nextAt } = mail;
  // the server ended between its note and the answer; see decision 20
  if (state === "sending" && isToClient) return { kind: "end", state: "unsure", cause: "cut-off" };
  const cause = needlessness(mail, now);
  if (cause) return { kind: "end", state: "dropped", cause };
  if (!recipient) return { kind: "end", state: "dropped", cause: isToClient ? "no-address" : "revoked" };
  if (now - createdAt > staleMs(mail) || mail.digest?.isDayOver)
    return { kind: "end", state: "given-up", cause: "too-late" };
  // a restart frees jobs before their time; no wait is as long as that, so a clock was ahead
  if (nextAt !== null && nextAt > now && nextAt - now < STALE_MS) return { kind: "later", at: nextAt };
  // a manager who asks for it knows what time it is
  const openAt = isToClient && askedBy === null && !isAwaited(mail.kind) ? nextOpen(now, mail.timeZone) : now;
  return openAt > now ? { kind: "later", at: openAt } : { kind: "send", recipient };
}

/** A link to replace a forgotten password is of use while its owner waits for it. */
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

/** If the webhook recovered and fails again, a newer mail waits. */
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
  // who is at it right now may not have seen it yet
  if (kind === "follow-up") return mail.followUps.length === 0 ? "not-needed" : undefined;
  const isSettled = kind === "asked-back" ? followUpAskedAt === null : submittedAt !== null;
  const hasSubmitted = (submittedAt ?? 0) > createdAt;
  const hasGoneOn = askedBy === null && lastActivity(mail) > createdAt;
  return isSettled || hasSubmitted || hasGoneOn ? "not-needed" : undefined;
}

/** A due date that was taken away counts as over, and a day has ended when it has ended everywhere. */
function isOver(dueOn: string | null, now: number): boolean {
  return dueOn === null || now > Date.parse(dueOn) + DAY_MS + 12 * HOUR_MS;
}
