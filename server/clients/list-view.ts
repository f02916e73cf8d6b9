import { DAY_MS } from "#contract/instants.ts";
import { REMINDED_WITHIN_DAYS, REMINDER_GAPS_DAYS } from "#contract/manage/mail/mail.ts";
import type { QuietHours } from "../settings/quiet-hours.ts";
import type { ListView } from "../storage/clients/client-conditions.ts";

/** Who was invited so long ago, and never came, is one to look after. */
const INVITED_DAYS = 3;

export type ListSettings = {
  /** Without activity for so long, a client has stalled. */
  stuckAfterDays: number;
  quietHours: Pick<QuietHours, "timeZone">;
  sendsReminders: boolean;
};

/** What a list of clients looks like to this reader, now. */
export function listView(settings: ListSettings, readerId: string, now: number): ListView {
  const daysAgo = (days: number) => now - days * DAY_MS;
  return {
    readerId,
    today: dayIn(settings.quietHours.timeZone, now),
    invitedBefore: daysAgo(INVITED_DAYS),
    activeBefore: daysAgo(settings.stuckAfterDays),
    reminders: settings.sendsReminders ? REMINDER_GAPS_DAYS["not-started"].length : 0,
    remindedSince: daysAgo(REMINDED_WITHIN_DAYS),
  };
}

/** YYYY-MM-DD, as the calendar has it there. */
export function dayIn(timeZone: string, at: number): string {
  // the Swedish write their days so
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}
