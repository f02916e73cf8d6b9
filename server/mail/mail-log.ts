import { isoOf } from "#contract/instants.ts";
import { type ClientMail, MAILS_PER_PAGE, type MailLine, type MailPage } from "#contract/manage/mail/mail.ts";
import { CatalogueError } from "../http/errors.ts";
import type { NextOpen } from "../settings/quiet-hours.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { ListedMail } from "../storage/mail/mails.ts";
import type { Storage } from "../storage/storage.ts";
import { nextReminder } from "./reminder-schedule.ts";

type MailPageOptions = {
  /** Whose clients' mails. */
  scope: Scope;
  /** Of this client only. */
  clientId?: string | undefined;
  /** Where the page before said that the next one begins. */
  from?: string | undefined;
};

const FROM = /^(\d{1,15})_(ml_[0-9a-f-]{36})$/;

/** A page, newest first. */
export async function listMails(
  storage: Pick<Storage, "mail">,
  { scope, clientId, from }: MailPageOptions,
): Promise<MailPage> {
  const before = from === undefined ? undefined : placeOf(from);
  const mails = await storage.mail.list({ scope, clientId, before, limit: MAILS_PER_PAGE + 1 });
  const page = mails.slice(0, MAILS_PER_PAGE);
  const last = page.at(-1);
  const hasMore = mails.length > MAILS_PER_PAGE;
  return { mails: page.map(toMailView), next: hasMore && last ? `${last.createdAt}_${last.mailId}` : null };
}

/** How a client stands with mail. The caller has seen to it that the client may be seen. */
export async function readClientMail(
  { storage, nextOpen }: { storage: Pick<Storage, "mail">; nextOpen: NextOpen | undefined },
  clientId: string,
  now: number,
): Promise<ClientMail> {
  const facts = await storage.mail.findReminderFacts(clientId);
  if (!facts) throw new CatalogueError("NOT_FOUND");
  const next = nextOpen && nextReminder(facts, nextOpen, now);
  const { hasAddress, isOptedOut } = facts;
  return { hasAddress, isOptedOut, next: next ? { kind: next.kind, at: isoOf(next.at) } : null };
}

function placeOf(from: string) {
  const [, createdAt, mailId = ""] = FROM.exec(from) ?? [];
  if (createdAt === undefined) {
    const details = [{ path: "from", message: "Expected what the page before has as next" }];
    throw new CatalogueError("VALIDATION_ERROR", { details });
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
