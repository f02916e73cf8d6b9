import { DAY_MS } from "#contract/instants.ts";
import { REMINDED_WITHIN_DAYS, type ReminderKind } from "#contract/manage/mail/mail.ts";
import type { Calendar } from "../settings/calendar.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { ListView } from "../storage/clients/client-conditions.ts";

/** Who was invited so long ago, and never came, is one to look after. */
const INVITED_DAYS = 3;

export type ListSettings = {
  settings: Pick<LiveSettings, "get">;
  mail: {
    sendsReminders: boolean;
    reminderGaps: { readonly [Kind in ReminderKind]: readonly number[] };
    calendar: Pick<Calendar, "wallClock">;
  };
};

/** What a list of clients looks like to this reader, now. */
export function listView({ settings, mail }: ListSettings, readerId: string, now: number): ListView {
  const daysAgo = (days: number) => now - days * DAY_MS;
  return {
    readerId,
    today: mail.calendar.wallClock(now).day,
    invitedBefore: daysAgo(INVITED_DAYS),
    activeBefore: daysAgo(settings.get("stalledDays")),
    reminders: mail.sendsReminders ? mail.reminderGaps["not-started"].length : 0,
    remindedSince: daysAgo(REMINDED_WITHIN_DAYS),
  };
}
