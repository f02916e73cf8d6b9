import { DAY_MS } from "#contract/instants.ts";
import type { Calendar } from "../settings/calendar.ts";
import { keeps } from "../storage/clients/scope.ts";
import type { ReminderFacts, StuckChoice } from "../storage/mail/mail-plan.ts";
import type { NewMail } from "../storage/outbox/mail-outbox.ts";
import type { Storage } from "../storage/storage.ts";
import { dueSoonKey, dueSoonNow } from "./due-soon.ts";
import { dueReminder, type ReminderGaps } from "./reminder-schedule.ts";

export type Planning = {
  storage: Pick<Storage, "mail">;
  calendar: Calendar;
  sendsReminders: boolean;
  gaps: ReminderGaps;
  clientsAtOnce?: number;
};

/** So few that no save waits long behind them, and that no more is held in memory. */
const CLIENTS_AT_ONCE = 100;

/** Puts in what is due now, client by client. What is there already is not put in again. Tells how much was put in. */
export async function planMail(
  { storage, calendar, sendsReminders, gaps, clientsAtOnce = CLIENTS_AT_ONCE }: Planning,
  now: number,
): Promise<number> {
  const choices = await storage.mail.listStuckChoices();
  if (!sendsReminders && choices.length === 0) return 0;
  let count = 0;
  for (let after = ""; ; ) {
    const page = await storage.mail.listReminderFacts({ after, limit: clientsAtOnce });
    const mails = page.flatMap((facts) => [
      ...(sendsReminders && calendar.nextOpen(now, facts.timeZone) === now
        ? toClient(facts, { calendar, gaps }, now)
        : []),
      ...noticesOf(facts, choices, now),
    ]);
    if (mails.length > 0) await storage.mail.put(mails);
    count += mails.length;
    const last = page.at(-1);
    if (!last || page.length < clientsAtOnce) return count;
    after = last.clientId;
  }
}

/** At most one mail at a time: one about the due date goes before any other. */
function toClient(
  facts: ReminderFacts,
  { calendar, gaps }: Pick<Planning, "calendar" | "gaps">,
  now: number,
): NewMail[] {
  const days = dueSoonNow(facts, calendar, now);
  if (days === undefined) return remindersOf(facts, gaps, now);
  const { clientId } = facts;
  return [{ kind: "due-soon", clientId, at: now, dedupeKey: dueSoonKey(facts, days) }];
}

function remindersOf(facts: ReminderFacts, gaps: ReminderGaps, now: number): NewMail[] {
  const due = dueReminder(facts, gaps, now);
  if (!due || due.at > now) return [];
  const { clientId } = facts;
  const { kind, round, step } = due;
  // the key is of the step: of two servers that plan at once, one puts it in
  return [{ kind, clientId, at: now, round, dedupeKey: `reminder:${clientId}:${round}:${step}` }];
}

/** Once for each standstill, and only for those that come to it after the manager has chosen so. */
function noticesOf(facts: ReminderFacts, choices: StuckChoice[], now: number): NewMail[] {
  const { clientId, submittedAt, savedAt, addedAt, mails } = facts;
  if (submittedAt !== null) return [];
  const since = savedAt ?? addedAt;
  return choices
    .filter((choice) => keeps(choice, facts.managerId))
    .filter(({ days, changedAt }) => {
      const stuckAt = since + days * DAY_MS;
      return stuckAt <= now && stuckAt >= changedAt;
    })
    .map(({ managerId }) => ({ managerId, dedupeKey: `stuck:${clientId}:${managerId}:${since}` }))
    .filter(({ dedupeKey }) => !mails.some((mail) => mail.dedupeKey === dedupeKey))
    .map((notice) => ({ ...notice, kind: "stuck" as const, clientId, at: now }));
}
