import type { Role } from "#contract/manage/accounts.ts";
import type { ReminderKind } from "#contract/manage/mail/mail.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { countReminder } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { askedSince, hasOpenFollowUp } from "../follow-ups/open-follow-ups.ts";
import { insertMail, type NewMail } from "../outbox/mail-outbox.ts";
/** The facts that decide whether a client is reminded. */
export type ReminderFacts = {
  clientId: string;
  managerId: string | null;
  hasAddress: boolean;
  isOptedOut: boolean;
  /** False if a manager turned off automatic reminders for this client. */
  getsReminders: boolean;
  addedAt: number;
  /** Null for a client who is not invited yet. */
  invitedAt: number | null;
  /** The client's; null before the first sign-in. */
  timeZone: string | null;
  /** YYYY-MM-DD. */
  dueOn: string | null;
  lastSeenAt: number | null;
  savedAt: number | null;
  submittedAt: number | null;
  /** When the latest open follow-up was asked. */
  followUpAskedAt: number | null;
  /** Mails to the client, and mails to managers about the client. */
  mails: { dedupeKey: string; toClient: boolean; round: number | null; createdAt: number }[];
};

/** A manager who wants mails about clients without activity, from `changedAt` on. */
export type StuckChoice = { managerId: string; role: Role; days: number; changedAt: number };

/** A reminder that a manager requests. It is refused if a mail waits, or one was added after `notSince`. */
export type ReminderRequest = {
  clientId: string;
  kind: ReminderKind;
  askedBy: string;
  at: number;
  notSince: number;
};

export type ReminderOutcome =
  | { kind: "queued"; mailId: string }
  /** A mail is already in the queue. */
  | { kind: "waiting" }
  | { kind: "just-sent" };

export function mailPlanQueries(engine: Engine) {
  return {
    /** Clients who may get a reminder, or whose manager may get a mail about no activity; by id, after the cursor. */
    listReminderFacts: ({ after, limit }: { after: string; limit: number }): Promise<ReminderFacts[]> =>
      engine.readAside(async (db) => {
        return withMails(db, await selectFactsAfter(db, after, limit).execute());
      }),

    findReminderFacts: (clientId: string): Promise<ReminderFacts | undefined> =>
      engine.read((db) => readReminderFacts(db, clientId)),

    listStuckChoices: (): Promise<StuckChoice[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("mail_choices as choices")
          .innerJoin("managers", "managers.manager_id", "choices.manager_id")
          .select(["choices.manager_id", "choices.stuck_days", "choices.changed_at", "managers.role"])
          .where("choices.stuck_days", "is not", null)
          .where("managers.revoked_at", "is", null)
          .execute();
        return rows.map((row) => ({
          managerId: row.manager_id,
          role: row.role,
          days: row.stuck_days ?? 0,
          changedAt: row.changed_at,
        }));
      }),

    /** Adds mails; mails that already exist stay unchanged. */
    put: (mails: NewMail[]): Promise<void> =>
      engine.write(async (db) => {
        for (const mail of mails) {
          const isNew = (await insertMail(db, mail)) !== undefined;
          if (isNew && mail.round === 0 && mail.clientId !== null) await countReminder(db, mail.clientId);
        }
      }),

    askForReminder: (asked: ReminderRequest, events: StorageEvent[]): Promise<ReminderOutcome> =>
      engine.write(async (db) => {
        const { clientId, kind, askedBy, at, notSince } = asked;
        const earlier = await reminderAlready(db, clientId, notSince);
        if (earlier) return { kind: earlier };
        const mailId = await insertMail(db, { kind, clientId, askedBy, at });
        if (mailId === undefined) return { kind: "waiting" };
        await insertEvents(db, events);
        return { kind: "queued", mailId };
      }),
  };
}

/** Whether a mail to the client waits, however old it is, or was added after `notSince`. */
export async function reminderAlready(
  db: Db,
  clientId: string,
  notSince: number,
): Promise<"waiting" | "just-sent" | undefined> {
  const earlier = await db
    .selectFrom("mails")
    .select("state")
    .where("client_id", "=", clientId)
    .where("manager_id", "is", null)
    .where((row) => row.or([row("state", "in", ["waiting", "sending"]), row("created_at", ">", notSince)]))
    .execute();
  if (earlier.length === 0) return undefined;
  const waits = earlier.some(({ state }) => state === "waiting" || state === "sending");
  return waits ? "waiting" : "just-sent";
}

export async function readReminderFacts(db: Db, clientId: string): Promise<ReminderFacts | undefined> {
  const rows = await selectFacts(db).where("clients.client_id", "=", clientId).execute();
  return (await withMails(db, rows))[0];
}

/** Joined tables are read from this id on: PostgreSQL would otherwise merge them from the start for every page. */
export function selectFactsAfter(db: Db, after: string, limit: number) {
  return selectFacts(db, after)
    .where("clients.client_id", ">", after)
    .where((row) => row.or([row("records.submitted_at", "is", null), hasOpenFollowUp]))
    .orderBy("clients.client_id")
    .limit(limit);
}

/** `after`: only clients after this id are wanted. */
function selectFacts(db: Db, after = "") {
  return db
    .selectFrom("clients")
    .leftJoin("records", (join) =>
      join.onRef("records.client_id", "=", "clients.client_id").on("records.client_id", ">", after),
    )
    .leftJoin("mail_opt_outs as outs", (join) =>
      join.onRef("outs.client_id", "=", "clients.client_id").on("outs.client_id", ">", after),
    )
    .select(["clients.client_id", "clients.manager_id", "clients.email", "clients.created_at"])
    .select(["clients.invited_at", "clients.time_zone", "clients.due_on", "clients.reminders_off"])
    .select(["clients.last_seen_at", "records.saved_at", "records.submitted_at"])
    .select("outs.opted_out_at")
    .select(askedSince)
    .where("clients.erased_at", "is", null);
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>["execute"]>>[number];

async function withMails(db: Db, rows: FactsRow[]): Promise<ReminderFacts[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.client_id);
  const mails = await db
    .selectFrom("mails")
    .select(["client_id", "dedupe_key", "manager_id", "round", "created_at"])
    .where("client_id", "in", ids)
    .execute();
  const byClient = Map.groupBy(mails, (mail) => mail.client_id);
  return rows.map((row) => factsOf(row, byClient.get(row.client_id) ?? []));
}

type MailRow = Pick<Tables["mails"], "dedupe_key" | "manager_id" | "round" | "created_at">;

function factsOf(row: FactsRow, mails: MailRow[]): ReminderFacts {
  return {
    clientId: row.client_id,
    managerId: row.manager_id,
    hasAddress: row.email !== null,
    isOptedOut: row.opted_out_at !== null,
    getsReminders: row.reminders_off === 0,
    addedAt: row.created_at,
    invitedAt: row.invited_at,
    timeZone: row.time_zone,
    dueOn: row.due_on,
    lastSeenAt: row.last_seen_at,
    savedAt: row.saved_at,
    submittedAt: row.submitted_at,
    followUpAskedAt: row.asked_since,
    mails: mails.map(({ dedupe_key: dedupeKey, manager_id, round, created_at: createdAt }) => ({
      dedupeKey,
      toClient: manager_id === null,
      round,
      createdAt,
    })),
  };
}
