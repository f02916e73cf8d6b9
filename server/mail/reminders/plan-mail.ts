import { DAY_MS } from "#contract/instants.ts";
import type { Calendar } from "../../settings/calendar.ts";
import { isResponsibleFor } from "../../storage/clients/scope.ts";
import type { ReminderFacts, StuckChoice } from "../../storage/mail/mail-plan.ts";
import type { NewMail } from "../../storage/outbox/mail-outbox.ts";
import type { Storage } from "../../storage/storage.ts";
import { dueSoonKey, dueSoonNow } from "./due-soon.ts";
import { dueReminder, type ReminderGaps } from "./reminder-schedule.ts";

export type PlanMailContext = {
  storage: Pick<Storage, "mail">;
  calendar: Calendar;
  sendsReminders: boolean;
  gaps: ReminderGaps;
  clientsAtOnce?: number;
};

/** Small batches, so that no save waits long and little memory is used. */
const CLIENTS_AT_ONCE = 100;

/** Queues the mails that are due, client by client, and returns their number. Mails already queued are not repeated. */
export async function planMail(
  { storage, calendar, sendsReminders, gaps, clientsAtOnce = CLIENTS_AT_ONCE }: PlanMailContext,
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

/** At most one mail at a time; a due date mail takes precedence. */
function toClient(
  facts: ReminderFacts,
  { calendar, gaps }: Pick<PlanMailContext, "calendar" | "gaps">,
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
  // the key names the step, so that if two servers plan at once, only one queues the mail
  return [{ kind, clientId, at: now, round, dedupeKey: `reminder:${clientId}:${round}:${step}` }];
}

/** One notice for each time a client gets stuck, and only if it happens after the manager chose these notices. */
function noticesOf(facts: ReminderFacts, choices: StuckChoice[], now: number): NewMail[] {
  const { clientId, submittedAt, savedAt, addedAt, mails } = facts;
  if (submittedAt !== null) return [];
  const since = savedAt ?? addedAt;
  return choices
    .filter((choice) => isResponsibleFor(choice, facts.managerId))
    .filter(({ days, changedAt }) => {
      const stuckAt = since + days * DAY_MS;
      return stuckAt <= now && stuckAt >= changedAt;
    })
    .map(({ managerId }) => ({ managerId, dedupeKey: `stuck:${clientId}:${managerId}:${since}` }))
    .filter(({ dedupeKey }) => !mails.some((mail) => mail.dedupeKey === dedupeKey))
    .map((notice) => ({ ...notice, kind: "stuck" as const, clientId, at: now }));
}
