import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import {
  REMINDED_WITHIN_DAYS,
  REST_AFTER_ACTIVITY_HOURS,
  type ReminderKind,
} from "#contract/manage/mail/mail.ts";
import type { NextOpen } from "../settings/calendar.ts";
import type { ReminderFacts } from "../storage/mail/mail-plan.ts";

/** The next reminder that the server sends automatically. */
export type DueReminder = {
  kind: ReminderKind;
  /** Reminders are counted anew for each follow-up; 0 before a submission. */
  round: number;
  /** 1 for the first. */
  step: number;
  at: number;
};

/** Days before the first reminder of each kind, and from each one to the next. */
export type ReminderGaps = { readonly [Kind in ReminderKind]: readonly number[] };

type Need = Pick<DueReminder, "kind" | "round">;

/** What a client would be reminded of, whether it is time or not; undefined where nothing is wanted of them. */
export function neededOf({ savedAt, submittedAt, followUpAskedAt }: ReminderFacts): Need | undefined {
  // a client who submits after a follow-up was asked has said that they are done
  if (followUpAskedAt !== null && (submittedAt === null || submittedAt <= followUpAskedAt))
    return { kind: "asked-back", round: followUpAskedAt };
  if (submittedAt !== null) return undefined;
  return { kind: savedAt === null ? "not-started" : "partly-done", round: 0 };
}

/** Whether the server may mail the client without a manager's asking for it. */
export function mayBeReminded({ hasAddress, isOptedOut, getsReminders, invitedAt }: ReminderFacts): boolean {
  return hasAddress && !isOptedOut && getsReminders && invitedAt !== null;
}

/** When the next one is due, with no regard to the hour; undefined where none is to come. */
export function dueReminder(facts: ReminderFacts, gaps: ReminderGaps, now: number): DueReminder | undefined {
  const need = mayBeReminded(facts) ? neededOf(facts) : undefined;
  if (!need) return undefined;
  // who was invited is given as long as who was just there
  const activeAt = Math.max(lastActivity(facts), facts.invitedAt ?? 0);
  const sinceAt = Math.max(activeAt, need.round);
  if (now - sinceAt > REMINDED_WITHIN_DAYS * DAY_MS) return undefined;
  // the mail with the follow-up itself counts as the first; one of a later follow-up that was withdrawn counts too
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

/** The next one with its hour, as things stand: not before now, and when nobody is disturbed. */
export function nextReminder(
  facts: ReminderFacts,
  { nextOpen, gaps }: { nextOpen: NextOpen; gaps: ReminderGaps },
  now: number,
): DueReminder | undefined {
  const due = dueReminder(facts, gaps, now);
  return due && { ...due, at: nextOpen(Math.max(due.at, now), facts.timeZone) };
}

/** When the client last did something, or was added. */
export function lastActivity({
  addedAt,
  lastSeenAt,
  savedAt,
}: Pick<ReminderFacts, "addedAt" | "lastSeenAt" | "savedAt">): number {
  return Math.max(addedAt, lastSeenAt ?? 0, savedAt ?? 0);
}
