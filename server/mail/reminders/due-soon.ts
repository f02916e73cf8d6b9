import { addDays, DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { DUE_SOON_DAYS } from "#contract/manage/mail/mail.ts";
import type { Calendar } from "../../settings/calendar.ts";
import type { WallClock } from "../../settings/wall-clock.ts";
import type { ReminderFacts } from "../../storage/mail/mail-plan.ts";
import { lastActivity, mayBeReminded } from "./reminder-schedule.ts";

/** How many days ahead the next mail is predicted. */
const FORESEEN_DAYS = 30;

/**
 * The number of days before the due date of which the client is to be reminded now; undefined if no such mail is due. A
 * reminder that falls on a day without mail is sent on the last open day before.
 */
export function dueSoonNow(facts: ReminderFacts, calendar: Calendar, now: number): number | undefined {
  const { dueOn, submittedAt, timeZone } = facts;
  if (dueOn === null || submittedAt !== null || !mayBeReminded(facts)) return undefined;
  const { nextOpen, wallClock } = calendar;
  const { day: today } = wallClock(now, timeZone);
  if (today >= dueOn || nextOpen(now, timeZone) !== now || isBusyOn(today, facts, wallClock))
    return undefined;
  const nextOpenAt = nextOpen(startOfNextDay(now, timeZone, wallClock), timeZone);
  const { day: nextDay } = wallClock(nextOpenAt, timeZone);
  // if two reminders fall on one day, the one closer to the due date is sent
  const days = DUE_SOON_DAYS.findLast((before) => addDays(dueOn, -before) < nextDay);
  if (days === undefined) return undefined;
  return facts.mails.some(({ dedupeKey }) => dedupeKey === dueSoonKey(facts, days)) ? undefined : days;
}

/** One mail per client, due date and step: if two servers plan at once, only one can queue it. */
export function dueSoonKey(
  { clientId, dueOn }: Pick<ReminderFacts, "clientId" | "dueOn">,
  days: number,
): string {
  return `due-soon:${clientId}:${dueOn}:${days}`;
}

/** When the client is next reminded of the due date, as things stand; undefined if not soon. */
export function nextDueSoon(facts: ReminderFacts, calendar: Calendar, now: number): number | undefined {
  const { dueOn, timeZone } = facts;
  if (dueOn === null || Date.parse(dueOn) - now > FORESEEN_DAYS * DAY_MS) return undefined;
  const { nextOpen, wallClock } = calendar;
  for (let at = nextOpen(now, timeZone); wallClock(at, timeZone).day < dueOn; ) {
    if (dueSoonNow(facts, calendar, at) !== undefined) return at;
    at = nextOpen(startOfNextDay(at, timeZone, wallClock), timeZone);
  }
  return undefined;
}

/** A client who was active that day, or got another mail, gets no second one. */
function isBusyOn(day: string, facts: ReminderFacts, wallClock: WallClock): boolean {
  const instants = [
    lastActivity(facts),
    ...facts.mails.flatMap(({ toClient, createdAt }) => (toClient ? [createdAt] : [])),
  ];
  return instants.some((at) => wallClock(at, facts.timeZone).day === day);
}

/** Up to an hour after the day starts, never before. */
function startOfNextDay(at: number, timeZone: string | null, wallClock: WallClock): number {
  const { day: today } = wallClock(at, timeZone);
  let next = at;
  while (wallClock(next, timeZone).day === today) next += HOUR_MS;
  return next;
}
