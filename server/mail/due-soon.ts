import { addDays, DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { DUE_SOON_DAYS } from "#contract/manage/mail/mail.ts";
import type { Calendar } from "../settings/calendar.ts";
import type { WallClock } from "../settings/wall-clock.ts";
import type { ReminderFacts } from "../storage/mail/mail-plan.ts";
import { lastActivity, mayBeReminded } from "./reminder-schedule.ts";

/** How far ahead the next mail is foreseen. */
const FORESEEN_DAYS = 30;

/**
 * So many days before the due date a client hears of it now; undefined where none is due now. A day on which the client is
 * not written to has its mail on the last open day before it.
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
  // of two that fall on one day, the later one says it for both
  const days = DUE_SOON_DAYS.findLast((before) => addDays(dueOn, -before) < nextDay);
  if (days === undefined) return undefined;
  return facts.mails.some(({ dedupeKey }) => dedupeKey === dueSoonKey(facts, days)) ? undefined : days;
}

/** One mail a client, due date and step: of two servers that plan at once, one puts it in. */
export function dueSoonKey(
  { clientId, dueOn }: Pick<ReminderFacts, "clientId" | "dueOn">,
  days: number,
): string {
  return `due-soon:${clientId}:${dueOn}:${days}`;
}

/** When the client hears of the due date next, as things stand; undefined where that is not to come soon. */
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

/** Anyone who was there that day, or got another mail, is not written to once more. */
function isBusyOn(day: string, facts: ReminderFacts, wallClock: WallClock): boolean {
  const instants = [
    lastActivity(facts),
    ...facts.mails.flatMap(({ toClient, createdAt }) => (toClient ? [createdAt] : [])),
  ];
  return instants.some((at) => wallClock(at, facts.timeZone).day === day);
}

/** Within an hour of it, and never before. */
function startOfNextDay(at: number, timeZone: string | null, wallClock: WallClock): number {
  const { day: today } = wallClock(at, timeZone);
  let next = at;
  while (wallClock(next, timeZone).day === today) next += HOUR_MS;
  return next;
}
