import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "#contract/instants.ts";
import type { AccountAct } from "#contract/manage/mail/account-acts.ts";
import {
  FOLLOW_UP_MAIL_AFTER_MINUTES,
  FOLLOW_UP_MAIL_WITHIN_MINUTES,
  type MailKind,
} from "#contract/manage/mail/mail.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { insertJob } from "./jobs.ts";
import { wantsMail } from "./wanted-mail.ts";

/** The kind of the job that sends a waiting mail. */
export const SEND_MAIL_JOB = "send-mail";

/** Clients often answer several questions in one sitting; one mail reports them all. */
const ANSWERED_REST_MS = 10 * MINUTE_MS;
/** The first submission is mailed at once; later ones within this time share one more mail. */
const SUBMITTED_REST_MS = 10 * MINUTE_MS;

/** A mail to be sent from `at` on. */
export type NewMail = {
  /** Generated if absent. */
  mailId?: string;
  kind: MailKind;
  /** Null if the mail is about an account, or about several clients. */
  clientId: string | null;
  at: number;
  /** The earliest time of sending; `at` if absent. */
  sendAt?: number;
  act?: AccountAct;
  aboutManagerId?: string;
  /** The webhook that the mail is about. */
  webhookId?: string;
  /** The account manager who gets the mail; absent if the client gets it. */
  managerId?: string;
  /** The manager who requested the mail. */
  askedBy?: string;
  /** In automatic reminders and follow-up mails: the latest follow-up's time; 0 in a reminder before a submission. */
  round?: number;
  /** The bulk action that the mail is part of. */
  bulkId?: string;
  /** Sealed: the words that the manager adds to the template. */
  words?: Uint8Array;
  /** The sign-in that the mail is about. */
  signIn?: { device: string | null; address: string | null };
  /** A second mail with the same key is not added; absent if there can be only one. */
  dedupeKey?: string;
};

type MailTrigger = { clientId: string; at: number };

/** Part of each transaction that makes a mail necessary. Undefined if the mail already exists. */
export async function insertMail(db: Db, mail: NewMail): Promise<string | undefined> {
  const {
    mailId = `ml_${randomUUID()}`,
    kind,
    clientId,
    at,
    sendAt = at,
    managerId = null,
    askedBy = null,
    round = null,
  } = mail;
  const { act = null, aboutManagerId = null, dedupeKey = mailId } = mail;
  const inserted = await db
    .insertInto("mails")
    .values({
      mail_id: mailId,
      dedupe_key: dedupeKey,
      kind,
      client_id: clientId,
      act,
      about_manager_id: aboutManagerId,
      manager_id: managerId,
      asked_by: askedBy,
      round,
      state: "waiting",
      attempts: 0,
      created_at: at,
      next_at: sendAt,
      last_at: null,
      status: null,
      cause: null,
      opt_out_hash: null,
      bulk_id: mail.bulkId ?? null,
      words: mail.words ?? null,
      webhook_id: mail.webhookId ?? null,
      device: mail.signIn?.device ?? null,
      address: mail.signIn?.address ?? null,
    } satisfies Tables["mails"])
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return undefined;
  await wakeMail(db, mailId, sendAt);
  return mailId;
}

/** Adds or wakes the job that sends the mail at that time. */
export function wakeMail(db: Db, mailId: string, at: number): Promise<void> {
  return insertJob(db, {
    kind: SEND_MAIL_JOB,
    dedupeKey: `${SEND_MAIL_JOB}:${mailId}`,
    payload: { mailId },
    at,
  });
}

/** For every transaction whose change is mailed. It costs one read if no manager wants the mail. */
export function mailOutbox({ reader }: Engine) {
  const wanting = {
    submitted: preparedWanting(reader, "submitted"),
    answered: preparedWanting(reader, "answered"),
  };

  /** Part of the transaction that stores a submission: adds a mail for each manager who wants one. */
  async function submitted(db: Db, { clientId, at }: MailTrigger): Promise<void> {
    for (const { manager_id: managerId } of await wanting.submitted(db, { clientId })) {
      const latest = await latestMail(db, { kind: "submitted", clientId, managerId });
      // the waiting mail also reports this submission
      if (latest?.state === "waiting") continue;
      const lastMailAt = latest?.last_at ?? latest?.created_at ?? Number.NEGATIVE_INFINITY;
      const sendAt = Math.max(at, lastMailAt + SUBMITTED_REST_MS);
      await insertMail(db, { kind: "submitted", clientId, managerId, at, sendAt });
    }
  }

  /** Part of the transaction that stores the answer to a follow-up. */
  async function answered(db: Db, { clientId, at }: MailTrigger): Promise<void> {
    for (const { manager_id: managerId } of await wanting.answered(db, { clientId })) {
      if ((await latestMail(db, { kind: "answered", clientId, managerId }))?.state === "waiting") continue;
      await insertMail(db, { kind: "answered", clientId, managerId, at, sendAt: at + ANSWERED_REST_MS });
    }
  }

  return { submitted, answered };
}

/**
 * Part of the transaction that asks a follow-up. Follow-ups asked while a mail waits share that mail. Does nothing if
 * the client has no address or wants no mail.
 */
export async function followUpAsked(db: Db, { clientId, at }: MailTrigger): Promise<void> {
  const restedAt = at + FOLLOW_UP_MAIL_AFTER_MINUTES * MINUTE_MS;
  const waiting = await findFollowUpMail(db, clientId);
  if (waiting) {
    const latestAt = waiting.created_at + FOLLOW_UP_MAIL_WITHIN_MINUTES * MINUTE_MS;
    // a mail that a mail server postponed keeps its time
    const nextAt = waiting.attempts === 0 ? Math.min(restedAt, latestAt) : waiting.next_at;
    await db
      .updateTable("mails")
      .set({ round: at, next_at: nextAt })
      .where("mail_id", "=", waiting.mail_id)
      .execute();
  } else if (await getsMail(db, clientId))
    await insertMail(db, { kind: "follow-up", clientId, at, sendAt: restedAt, round: at });
}

/** The waiting follow-up mail of a client. */
export function findFollowUpMail(db: Db, clientId: string) {
  return db
    .selectFrom("mails")
    .select(["mail_id", "created_at", "round", "next_at", "attempts", "asked_by"])
    .where("client_id", "=", clientId)
    .where("kind", "=", "follow-up" satisfies MailKind)
    .where("state", "=", "waiting")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
}

async function getsMail(db: Db, clientId: string): Promise<boolean> {
  const client = await db
    .selectFrom("clients")
    .leftJoin("mail_opt_outs as outs", "outs.client_id", "clients.client_id")
    .select("clients.client_id")
    .where("clients.client_id", "=", clientId)
    .where("clients.email", "is not", null)
    .where("outs.opted_out_at", "is", null)
    .executeTakeFirst();
  return client !== undefined;
}

/** The mails about a client that go to the manager who looks after the client. */
const NEWS = ["submitted", "answered"] as const satisfies readonly MailKind[];

/**
 * Part of the transaction that drops a mail because its reader no longer looks after the client: the current managers
 * get it, if they want such mails.
 */
export async function passMailOn(db: Db, mailId: string, at: number): Promise<void> {
  const mail = db.selectFrom("mails").select(["kind", "client_id"]).where("mail_id", "=", mailId);
  const { kind: mailed, client_id: clientId = null } = (await mail.executeTakeFirst()) ?? {};
  const kind = NEWS.find((one) => one === mailed);
  if (kind === undefined || clientId === null) return;
  for (const { manager_id: managerId } of await selectWanting(db, kind, clientId).execute())
    if ((await latestMail(db, { kind, clientId, managerId }))?.state !== "waiting")
      await insertMail(db, { kind, clientId, managerId, at });
}

type MailKey = { kind: MailKind; clientId: string; managerId: string };

/** The newest mail of a kind that a manager gets about a client. */
function latestMail(db: Db, { kind, clientId, managerId }: MailKey) {
  return db
    .selectFrom("mails")
    .select(["state", "created_at", "last_at"])
    .where("client_id", "=", clientId)
    .where("manager_id", "=", managerId)
    .where("kind", "=", kind)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

function preparedWanting(reader: Db, choice: News) {
  return prepare<{ clientId: string }, { manager_id: string }>((param) =>
    selectWanting(reader, choice, param("clientId")),
  );
}

type News = (typeof NEWS)[number];

/** The client's manager, or the administrators if the client has no manager; only those who want the mail. */
function selectWanting(db: Db, choice: News, clientId: string) {
  return db
    .selectFrom("managers")
    .innerJoin("clients", (join) => join.on("clients.client_id", "=", clientId))
    .leftJoin("mail_choices", "mail_choices.manager_id", "managers.manager_id")
    .select("managers.manager_id")
    .where(wantsMail(choice))
    .where("managers.revoked_at", "is", null)
    .where((row) =>
      row.or([
        row("clients.manager_id", "=", row.ref("managers.manager_id")),
        row.and([row("clients.manager_id", "is", null), row("managers.role", "=", "administrator")]),
      ]),
    )
    .orderBy("managers.manager_id");
}
