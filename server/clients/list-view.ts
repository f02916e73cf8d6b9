import { DAY_MS } from "#contract/instants.ts";
import { questionsIn } from "#contract/interview/interview.ts";
import { isCounted } from "#contract/interview/question.ts";
import { REMINDED_WITHIN_DAYS, type ReminderKind } from "#contract/manage/mail/mail.ts";
import { conditionalQuestions } from "#contract/record/conditions.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { Calendar } from "../settings/calendar.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import { startOfDay } from "../settings/start-of-day.ts";
import type { ListView } from "../storage/clients/client-conditions.ts";
import type { InterviewOutline } from "../storage/clients/progress-conditions.ts";

/** Clients invited this long ago who have never opened the interview need attention. */
const INVITED_DAYS = 3;

export type ListSettings = {
  settings: Pick<LiveSettings, "get">;
  mail: {
    sendsReminders: boolean;
    reminderGaps: { readonly [Kind in ReminderKind]: readonly number[] };
    calendar: Pick<Calendar, "wallClock">;
  };
  /** Needed only to select clients by a question. */
  book?: Pick<InterviewBook, "catalog" | "current">;
};

/** How lists of clients look to this reader now. */
export function listView({ settings, mail, book }: ListSettings, readerId: string, now: number): ListView {
  const { wallClock } = mail.calendar;
  const daysAgo = (days: number) => now - days * DAY_MS;
  return {
    readerId,
    today: wallClock(now).day,
    startOfDay: (day) => startOfDay(wallClock, day),
    invitedBefore: daysAgo(INVITED_DAYS),
    activeBefore: daysAgo(settings.get("stalledDays")),
    reminders: mail.sendsReminders ? mail.reminderGaps["not-started"].length : 0,
    remindedSince: daysAgo(REMINDED_WITHIN_DAYS),
    asked: book ? askedClients(book) : [],
  };
}

/** By the current version of each interview; before a server's first start, by the provided interview. */
function askedClients(book: Pick<InterviewBook, "catalog" | "current">): InterviewOutline[] {
  const published = book.catalog().filter(({ currentVersion }) => currentVersion !== null);
  const ids = published.length > 0 ? published.map(({ interviewId }) => interviewId) : [""];
  return ids.map((interviewId) => {
    const { interview } = book.current(interviewId).asked;
    return {
      interviewId,
      sections: interview.sections.map((section) => ({
        id: section.id,
        questions: questionsIn(section)
          .filter(isCounted)
          .map(({ id }) => id),
      })),
      conditional: [...conditionalQuestions(interview)],
    };
  });
}
