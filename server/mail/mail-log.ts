import { isoOf } from "#contract/instants.ts";
import {
  type ClientMail,
  MAILS_PER_PAGE,
  type MailKind,
  type MailLine,
  type MailPage,
} from "#contract/manage/mail/mail.ts";
import { CatalogError } from "../http/errors.ts";
import { type PageOptions, pageOf } from "../http/paging.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { ReminderFacts } from "../storage/mail/mail-plan.ts";
import type { ListedMail } from "../storage/mail/mails.ts";
import type { Storage } from "../storage/storage.ts";
import type { Mail } from "./open-mail.ts";
import { nextDueSoon } from "./reminders/due-soon.ts";
import { nextReminder } from "./reminders/reminder-schedule.ts";

type MailPageOptions = PageOptions & {
  /** The clients whose mails are listed. */
  scope: Scope;
  /** Limits the list to this client. */
  clientId?: string | undefined;
  isFailed?: boolean;
};

const CURSOR = /^(\d{1,15})_(ml_[0-9a-f-]{36})$/;

/** One page, newest first. */
export async function listMails(
  storage: Pick<Storage, "mail">,
  { scope, clientId, isFailed, after, limit = MAILS_PER_PAGE }: MailPageOptions,
): Promise<MailPage> {
  const before = after === undefined ? undefined : placeOf(after);
  const mails = await storage.mail.list({ scope, clientId, isFailed, before, limit: limit + 1 });
  const { rows, next } = pageOf(mails, limit, ({ createdAt, mailId }) => `${createdAt}_${mailId}`);
  return { mails: rows.map(toMailView), next };
}

/** The mail status of a client. The caller has checked that the manager may see this client. */
export async function readClientMail(
  {
    storage,
    mail,
  }: { storage: Pick<Storage, "mail">; mail: Pick<Mail, "sendsReminders" | "calendar" | "reminderGaps"> },
  clientId: string,
  now: number,
): Promise<ClientMail> {
  const facts = await storage.mail.findReminderFacts(clientId);
  if (!facts) throw new CatalogError("NOT_FOUND");
  const next = mail.sendsReminders ? nextMailOf(facts, mail, now) : undefined;
  const { hasAddress, isOptedOut, getsReminders } = facts;
  const opensAt = mail.calendar.nextOpen(now, facts.timeZone);
  return {
    hasAddress,
    isOptedOut,
    getsReminders,
    next: next ? { kind: next.kind, at: isoOf(next.at) } : null,
    opensAt: opensAt > now ? isoOf(opensAt) : null,
  };
}

/** The next reminder or due date mail, whichever comes first. */
function nextMailOf(
  facts: ReminderFacts,
  { calendar, reminderGaps: gaps }: Pick<Mail, "calendar" | "reminderGaps">,
  now: number,
): { kind: MailKind; at: number } | undefined {
  const reminder = nextReminder(facts, { nextOpen: calendar.nextOpen, gaps }, now);
  const dueSoonAt = nextDueSoon(facts, calendar, now);
  if (dueSoonAt === undefined || (reminder && reminder.at < dueSoonAt)) return reminder;
  return { kind: "due-soon", at: dueSoonAt };
}

function placeOf(cursor: string) {
  const [, createdAt, mailId = ""] = CURSOR.exec(cursor) ?? [];
  if (createdAt === undefined) {
    const details = [{ path: "after", message: "Expected what the page before has as next" }];
    throw new CatalogError("VALIDATION_ERROR", { details });
  }
  return { createdAt: Number(createdAt), mailId };
}

function toMailView({ createdAt, nextAt, lastAt, ...mail }: ListedMail): MailLine {
  return {
    ...mail,
    createdAt: isoOf(createdAt),
    nextAt: nextAt === null ? null : isoOf(nextAt),
    lastAt: lastAt === null ? null : isoOf(lastAt),
  };
}
