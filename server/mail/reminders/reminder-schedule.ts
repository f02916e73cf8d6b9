import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import {
  REMINDED_WITHIN_DAYS,
  REST_AFTER_ACTIVITY_HOURS,
  type ReminderKind,
} from "#contract/manage/mail/mail.ts";
import type { NextOpen } from "../../settings/calendar.ts";
import type { ReminderFacts } from "../../storage/mail/mail-plan.ts";

/** The next reminder that the server sends automatically. */
export type DueReminder = {
  kind: ReminderKind;
  /** Each follow-up starts a new count of reminders; 0 before a submission. */
  round: number;
  /** The number of the reminder, from 1. */
  step: number;
  at: number;
};

/** Days before the first reminder of each kind, and between one reminder and the next. */
export type ReminderGaps = { readonly [Kind in ReminderKind]: readonly number[] };

type Need = Pick<DueReminder, "kind" | "round">;

/** What the client would be reminded of, due or not; undefined if nothing is expected of the client. */
export function neededReminder({ savedAt, submittedAt, followUpAskedAt }: ReminderFacts): Need | undefined {
  // a client who submits after a follow-up was asked counts as done
  if (followUpAskedAt !== null && (submittedAt === null || submittedAt <= followUpAskedAt))
    return { kind: "asked-back", round: followUpAskedAt };
  if (submittedAt !== null) return undefined;
  return { kind: savedAt === null ? "not-started" : "partly-done", round: 0 };
}

/** Whether the server may mail the client without a manager's request. */
export function mayBeReminded({ hasAddress, isOptedOut, getsReminders, invitedAt }: ReminderFacts): boolean {
  return hasAddress && !isOptedOut && getsReminders && invitedAt !== null;
}

/** When the next reminder is due, ignoring quiet hours; undefined if there will be no more. */
export function dueReminder(facts: ReminderFacts, gaps: ReminderGaps, now: number): DueReminder | undefined {
  const need = mayBeReminded(facts) ? neededReminder(facts) : undefined;
  if (!need) return undefined;
  // an invitation counts like activity, so that both allow the same time before the first reminder
  const activeAt = Math.max(lastActivity(facts), facts.invitedAt ?? 0);
  const sinceAt = Math.max(activeAt, need.round);
  if (now - sinceAt > REMINDED_WITHIN_DAYS * DAY_MS) return undefined;
  // the follow-up's own mail counts as the first; so does the mail of a later follow-up that was withdrawn
  const isOfNeed = (round: number | null) =>
    round !== null && (need.round === 0 ? round === 0 : round >= need.round);
  const step = facts.mails.filter(({ toClient, round }) => toClient && isOfNeed(round)).length + 1;
  const gapDays = gaps[need.kind][step - 1];
  if (gapDays === undefined) return undefined;
  const remindedAt = facts.mails
    .filter(({ toClient }) => toClient)
    .reduce((latest, { createdAt }) => Math.max(latest, createdAt), 0);
  const at = Math.max(
    Math.max(sinceAt, remindedAt) + gapDays * DAY_MS,
    Math.max(activeAt, remindedAt) + REST_AFTER_ACTIVITY_HOURS * HOUR_MS,
  );
  return { ...need, step, at };
}

/** The next reminder at an hour when mail is allowed, not before now. */
export function nextReminder(
  facts: ReminderFacts,
  { nextOpen, gaps }: { nextOpen: NextOpen; gaps: ReminderGaps },
  now: number,
): DueReminder | undefined {
  const due = dueReminder(facts, gaps, now);
  return due && { ...due, at: nextOpen(Math.max(due.at, now), facts.timeZone) };
}

/** When the client was last active, or was added. */
export function lastActivity({
  addedAt,
  lastSeenAt,
  savedAt,
}: Pick<ReminderFacts, "addedAt" | "lastSeenAt" | "savedAt">): number {
  return Math.max(addedAt, lastSeenAt ?? 0, savedAt ?? 0);
}
