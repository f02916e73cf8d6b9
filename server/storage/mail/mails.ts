import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { Role } from "#contract/manage/accounts.ts";
import type { AccountAct } from "#contract/manage/mail/account-acts.ts";
import { failedMailStates, type MailKind, type MailState, mailKinds } from "#contract/manage/mail/mail.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { isResponsibleFor, isWithin, type Scope } from "../clients/scope.ts";
import { noteClientFacts } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { askedSince } from "../follow-ups/open-follow-ups.ts";
import { findHandOver, type HandOver } from "../managers/absences.ts";
import { endJob, holdsLease, putOffJob, type TakenJob } from "../outbox/jobs.ts";
import { findFollowUpMail, insertMail, passMailOn, wakeMail } from "../outbox/mail-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { findMailed, type MailedWebhook } from "../webhooks/webhooks.ts";

export type MailPerson = { name: string; email: string };

/** An unfinished mail with the current data for its text. */
export type DueMail = {
  mailId: string;
  kind: MailKind;
  /** This and the name are null if the mail is about an account, or about several clients. */
  clientId: string | null;
  clientName: string | null;
  /** The person who answers for the business. */
  contact: string | null;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  /** The client's; null before the first sign-in. */
  timeZone: string | null;
  /** The words that the manager adds to the template. */
  words: string | null;
  /** What was done to an account. */
  act: AccountAct | null;
  /** Device and address of the sign-in that the mail is about. */
  device: string | null;
  address: string | null;
  askedByName: string | null;
  aboutName: string | null;
  /** The current state of the webhook that the mail is about; null without a webhook, or if that was removed. */
  webhook: MailedWebhook | null;
  /** The hand-over that the mail is about, in its current state; null for other kinds of mail, and if it has ended. */
  handOver: HandOver | null;
  /** Null if the address is unknown, or the reader's account is revoked. */
  recipient: MailPerson | null;
  isToClient: boolean;
  /** The account manager who gets the mail; null if the client gets it. */
  reader: { managerId: string; role: Role; timeZone: string | null } | null;
  /** Whether another account manager than the reader now looks after the client. */
  isHandedOver: boolean;
  /** The manager who requested the mail. */
  askedBy: string | null;
  /** In a follow-up mail: when the latest follow-up was asked. */
  round: number | null;
  /** The client's manager; null if the client has none who may still sign in. */
  manager: MailPerson | null;
  state: MailState;
  attempts: number;
  createdAt: number;
  nextAt: number | null;
  /** From the client's latest sign-in; null unless the mail is the client's or a test of it. */
  language: Language | null;
  percent: number;
  addedAt: number;
  lastSeenAt: number | null;
  savedAt: number | null;
  submittedAt: number | null;
  followUpAskedAt: number | null;
  isOptedOut: boolean;
  /** False if a manager turned off automatic reminders for the client. */
  getsReminders: boolean;
};

/** The result of a try. */
export type MailResult = {
  state: MailState;
  /** Null if the mail is finished. */
  nextAt: number | null;
  status: number | null;
  cause: MailCause | null;
  at: number;
};

/** A waiting mail about the follow-ups that were asked between two instants. */
export type WaitingFollowUps = {
  from: number;
  to: number;
  nextAt: number;
  /** The manager who wants the mail sent at any hour. */
  askedBy: string | null;
  /** The client's. */
  timeZone: string | null;
};

export type ListedMail = {
  mailId: string;
  kind: MailKind;
  clientId: string | null;
  clientName: string | null;
  managerId: string | null;
  managerName: string | null;
  askedBy: string | null;
  askedByName: string | null;
  state: MailState;
  attempts: number;
  createdAt: number;
  nextAt: number | null;
  lastAt: number | null;
  status: number | null;
  cause: MailCause | null;
};

export type TestInvitation = {
  mailId: string;
  clientId: string;
  managerId: string;
  words: string | undefined;
  at: number;
};

type MailQuery = {
  scope: Scope;
  clientId?: string | undefined;
  isFailed?: boolean | undefined;
  limit: number;
  /** Cursor: the last mail of the previous page. */
  before?: Pick<ListedMail, "createdAt" | "mailId"> | undefined;
};

export function mailQueries(engine: Engine, seals: DataKeyring) {
  async function wordsOf(db: Db, { client_id, mail_id, words }: DueRow): Promise<string | null> {
    if (client_id === null || words === null) return null;
    const { unseal } = await seals.toRead(db, client_id);
    return unseal(sealingContexts.mailWords(mail_id), words);
  }

  return {
    /** Undefined if the mail is finished or deleted. */
    findDue: (mailId: string): Promise<DueMail | undefined> =>
      engine.read(async (db) => {
        const row = await selectDue(db)
          .where("mails.mail_id", "=", mailId)
          .where("mails.state", "in", ["waiting", "sending"])
          .executeTakeFirst();
        if (!row) return undefined;
        const { webhook_id: webhookId } = row;
        const webhook = webhookId === null ? null : await findMailed(db, seals, webhookId);
        const isStandIn = row.kind === "standing-in";
        const handOver = isStandIn ? await findHandOver(db, row.about_manager_id, row.manager_id) : null;
        return { ...dueMail(row), words: await wordsOf(db, row), webhook, handOver };
      }),

    /** Adds an invitation that goes to a manager, as a preview of the client's mail. */
    putTest: ({ mailId, clientId, managerId, words, at }: TestInvitation): Promise<string> =>
      engine.write(async (db) => {
        const sealed =
          words === undefined
            ? undefined
            : (await seals.toWrite(db, clientId)).seal(sealingContexts.mailWords(mailId), words);
        const test = { mailId, kind: "invitation", clientId, managerId, askedBy: managerId, at } as const;
        await insertMail(db, { ...test, ...(sealed && { words: sealed }) });
        return mailId;
      }),

    /** The waiting follow-up mail of a client. */
    findFollowUps: (clientId: string): Promise<WaitingFollowUps | undefined> =>
      engine.read(async (db) => {
        const mail = await findFollowUpMail(db, clientId);
        if (!mail) return undefined;
        const { created_at, round, next_at, asked_by: askedBy } = mail;
        const client = db.selectFrom("clients").select("time_zone").where("client_id", "=", clientId);
        const { time_zone: timeZone = null } = (await client.executeTakeFirst()) ?? {};
        return {
          from: created_at,
          to: round ?? created_at,
          nextAt: next_at ?? created_at,
          askedBy,
          timeZone,
        };
      }),

    /** Makes the waiting follow-up mail due now, at any hour. False if no such mail waits. */
    hastenFollowUps: (
      { clientId, askedBy, at }: { clientId: string; askedBy: string; at: number },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const mail = await findFollowUpMail(db, clientId);
        if (!mail) return false;
        const change = { next_at: at, asked_by: askedBy };
        await db.updateTable("mails").set(change).where("mail_id", "=", mail.mail_id).execute();
        await wakeMail(db, mail.mail_id, at);
        await insertEvents(db, events);
        return true;
      }),

    /** Stores a try before it is made, with the hash of its opt-out token. False if another worker has the lease. */
    begin: (
      job: TakenJob,
      { mailId, at, optOutHash }: { mailId: string; at: number; optOutHash: string | null },
    ): Promise<boolean> =>
      engine.write(async (db) => {
        if (!(await holdsLease(db, job))) return false;
        const begun = await db
          .updateTable("mails")
          .set((row) => ({
            state: "sending",
            attempts: row("attempts", "+", 1),
            last_at: at,
            opt_out_hash: optOutHash,
          }))
          .where("mail_id", "=", mailId)
          .executeTakeFirst();
        return begun.numUpdatedRows > 0n;
      }),

    /** Stores the result of a try, and ends or reschedules the job. False if another worker has the lease. */
    settle: (
      job: TakenJob,
      { mailId, result }: { mailId: string; result: MailResult },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        if (!(await holdsLease(db, job))) return false;
        const { state, nextAt, status, cause, at } = result;
        await db
          .updateTable("mails")
          .set({ state, next_at: nextAt, status, cause, last_at: at })
          .where("mail_id", "=", mailId)
          .execute();
        if (state === "sent" || state === "refused" || state === "given-up")
          await noteReach(db, mailId, result);
        if (state === "dropped" && (cause === "handed-over" || cause === "revoked"))
          await passMailOn(db, mailId, at);
        await insertEvents(db, events);
        return nextAt === null ? endJob(db, job) : putOffJob(db, job, nextAt);
      }),

    /** Mails about the scope's clients, newest first. */
    list: ({ scope, clientId, isFailed = false, limit, before }: MailQuery): Promise<ListedMail[]> =>
      engine.read(async (db) => {
        const rows = await selectListed(db)
          .where("clients.erased_at", "is", null)
          // mails about accounts have no client, so only administrators see them
          .where(isWithin(scope))
          .$if(clientId !== undefined, (mails) => mails.where("mails.client_id", "=", clientId ?? ""))
          .$if(isFailed, (mails) => mails.where(hasFailed))
          .$if(before !== undefined, (mails) =>
            mails.where((row) =>
              row.or([
                row("mails.created_at", "<", before?.createdAt ?? 0),
                row.and([
                  row("mails.created_at", "=", before?.createdAt ?? 0),
                  row("mails.mail_id", "<", before?.mailId ?? ""),
                ]),
              ]),
            ),
          )
          .orderBy("mails.created_at", "desc")
          .orderBy("mails.mail_id", "desc")
          .limit(limit)
          .execute();
        return rows.map(listedMail);
      }),
  };
}

/** For a mail to a client: notes whether mail reaches the client. */
async function noteReach(db: Db, mailId: string, { state, cause, at }: MailResult): Promise<void> {
  const mail = await db
    .selectFrom("mails")
    .select(["client_id", "manager_id"])
    .where("mail_id", "=", mailId)
    .executeTakeFirst();
  if (!mail || mail.client_id === null || mail.manager_id !== null) return;
  const trouble = state === "sent" ? { at: null, cause: null } : { at, cause };
  await noteClientFacts(db, mail.client_id, { mail_trouble_at: trouble.at, mail_trouble: trouble.cause });
}

function selectDue(db: Db) {
  return db
    .selectFrom("mails")
    .leftJoin("clients", "clients.client_id", "mails.client_id")
    .leftJoin("managers as asker", "asker.manager_id", "mails.asked_by")
    .leftJoin("managers as about", "about.manager_id", "mails.about_manager_id")
    .leftJoin("records", "records.client_id", "mails.client_id")
    .leftJoin("managers as account", "account.manager_id", "clients.manager_id")
    .leftJoin("managers as reader", "reader.manager_id", "mails.manager_id")
    .leftJoin("mail_opt_outs as outs", "outs.client_id", "mails.client_id")
    .selectAll("mails")
    .select(["clients.name", "clients.email", "clients.created_at as added_at", "clients.last_seen_at"])
    .select([
      "clients.language",
      "clients.manager_id as client_manager_id",
      "clients.contact",
      "clients.due_on",
      "clients.time_zone",
      "clients.reminders_off",
    ])
    .select(["asker.name as asker_name", "about.name as about_name", "reader.role as reader_role"])
    .select("reader.time_zone as reader_time_zone")
    .select(["records.percent", "records.saved_at", "records.submitted_at"])
    .select(["account.name as account_name", "account.email as account_email"])
    .select(["account.revoked_at as account_revoked_at", "reader.revoked_at as reader_revoked_at"])
    .select(["reader.name as reader_name", "reader.email as reader_email"])
    .select("outs.opted_out_at")
    .select(askedSince);
}

type DueRow = Awaited<ReturnType<ReturnType<typeof selectDue>["execute"]>>[number];

function dueMail(row: DueRow): Omit<DueMail, "words" | "webhook" | "handOver"> {
  const isToClient = row.manager_id === null;
  const reader = readerOf(row);
  const isKept = reader !== null && isResponsibleFor(reader, row.client_manager_id);
  return {
    mailId: row.mail_id,
    kind: row.kind,
    clientId: row.client_id,
    clientName: row.name,
    contact: row.contact,
    dueOn: row.due_on,
    timeZone: row.time_zone,
    act: row.act,
    device: row.device,
    address: row.address,
    askedByName: row.asker_name,
    aboutName: row.about_name,
    recipient: isToClient
      ? personOf(row.name, row.email, null)
      : personOf(row.reader_name, row.reader_email, row.reader_revoked_at),
    isToClient,
    reader,
    isHandedOver: !isToClient && !isTest(row) && row.client_id !== null && !isKept,
    askedBy: row.asked_by,
    round: row.round,
    manager: personOf(row.account_name, row.account_email, row.account_revoked_at),
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at,
    language: isToClient || isTest(row) ? row.language : null,
    percent: row.percent ?? 0,
    addedAt: row.added_at ?? row.created_at,
    lastSeenAt: row.last_seen_at,
    savedAt: row.saved_at,
    submittedAt: row.submitted_at,
    followUpAskedAt: row.asked_since,
    isOptedOut: row.opted_out_at !== null,
    getsReminders: row.reminders_off !== 1,
  };
}

function readerOf({ manager_id: managerId, reader_role: role, reader_time_zone: timeZone }: DueRow) {
  return managerId === null || role === null ? null : { managerId, role, timeZone };
}

/** Whether the mail is a manager's preview of a client's mail. */
function isTest({ kind, manager_id }: Pick<DueRow, "kind" | "manager_id">): boolean {
  return manager_id !== null && mailKinds[kind].to === "client";
}

function personOf(name: string | null, email: string | null, revokedAt: number | null): MailPerson | null {
  return name === null || email === null || revokedAt !== null ? null : { name, email };
}

/** Exactly the condition of the partial index mails_failed, so that only the index is read. */
const hasFailed = sql<boolean>`mails.state in (${sql.join(failedMailStates.map((state) => sql.lit(state)))})`;

function selectListed(db: Db) {
  return db
    .selectFrom("mails")
    .leftJoin("clients", "clients.client_id", "mails.client_id")
    .leftJoin("managers as reader", "reader.manager_id", "mails.manager_id")
    .leftJoin("managers as asker", "asker.manager_id", "mails.asked_by")
    .selectAll("mails")
    .select(["clients.name", "reader.name as reader_name", "asker.name as asker_name"]);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>["execute"]>>[number];

function listedMail(row: ListedRow): ListedMail {
  return {
    mailId: row.mail_id,
    kind: row.kind,
    clientId: row.client_id,
    clientName: row.name,
    managerId: row.manager_id,
    managerName: row.reader_name,
    askedBy: row.asked_by,
    askedByName: row.asker_name,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at,
    lastAt: row.last_at,
    status: row.status,
    cause: row.cause,
  };
}
