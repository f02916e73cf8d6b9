import { randomUUID } from "node:crypto";
import type { MailKind } from "#contract/manage/mail/mail.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { insertJob } from "./jobs.ts";

/** A job of each mail that waits. */
export const SEND_MAIL = "send-mail";

/** Several questions are often answered in one sitting, and told in one mail. */
const ANSWERED_REST_MS = 10 * 60_000;
/** A mail to be sent from `at` on. */
export type NewMail = {
  kind: MailKind;
  clientId: string;
  at: number;
  /** The account manager it goes to; absent where it goes to the client. */
  managerId?: string;
  /** The manager who asked for it. */
  askedBy?: string;
  /** Of a reminder that the server puts in: 0 before a submission, else when the latest open question was asked back. */
  round?: number;
  /** A mail with the same key is the same mail; absent where there is only one anyway. */
  dedupeKey?: string;
};

type Happened = { clientId: string; at: number };

/** Part of each transaction that makes a mail necessary. Undefined where the mail is there already. */
export async function insertMail(db: Db, mail: NewMail): Promise<string | undefined> {
  const mailId = `ml_${randomUUID()}`;
  const { kind, clientId, at, managerId = null, askedBy = null, round = null, dedupeKey = mailId } = mail;
  const inserted = await db
    .insertInto("mails")
    .values({
      mail_id: mailId,
      dedupe_key: dedupeKey,
      kind,
      client_id: clientId,
      manager_id: managerId,
      asked_by: askedBy,
      round,
      state: "waiting",
      attempts: 0,
      created_at: at,
      next_at: at,
      last_at: null,
      status: null,
      cause: null,
      opt_out_hash: null,
    } satisfies Tables["mails"])
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return undefined;
  await insertJob(db, { kind: SEND_MAIL, dedupeKey: `${SEND_MAIL}:${mailId}`, payload: { mailId }, at });
  return mailId;
}

/** For every transaction that writes what is mailed. Where nobody wants to be told, it costs one read. */
export function mailOutbox({ reader }: Engine) {
  const wanting = {
    submitted: preparedWanting(reader, "submitted"),
    answered: preparedWanting(reader, "answered"),
  };

  /** Part of the transaction that stores a submission: a mail for each manager who wants it. */
  async function submitted(db: Db, { clientId, at }: Happened): Promise<void> {
    for (const { manager_id: managerId } of await wanting.submitted(db, { clientId }))
      await insertMail(db, { kind: "submitted", clientId, managerId, at });
  }

  /** Part of the transaction that stores the answer to a question that was asked back. */
  async function answered(db: Db, { clientId, at }: Happened): Promise<void> {
    for (const { manager_id: managerId } of await wanting.answered(db, { clientId })) {
      if (await isTellingAlready(db, clientId, managerId)) continue;
      await insertMail(db, { kind: "answered", clientId, managerId, at: at + ANSWERED_REST_MS });
    }
  }

  return { submitted, answered };
}

async function isTellingAlready(db: Db, clientId: string, managerId: string): Promise<boolean> {
  const waiting = db
    .selectFrom("mails")
    .select("mail_id")
    .where("client_id", "=", clientId)
    .where("manager_id", "=", managerId)
    .where("kind", "=", "answered")
    .where("state", "=", "waiting");
  return (await waiting.executeTakeFirst()) !== undefined;
}

/** The client's manager, or the administrators where the client is theirs; those of them who have chosen so. */
function preparedWanting(reader: Db, choice: "submitted" | "answered") {
  return prepare<{ clientId: string }, { manager_id: string }>((param) =>
    reader
      .selectFrom("mail_choices as choices")
      .innerJoin("managers", "managers.manager_id", "choices.manager_id")
      .innerJoin("clients", (join) => join.on("clients.client_id", "=", param("clientId")))
      .select("choices.manager_id")
      .where(`choices.${choice}`, "=", 1)
      .where("managers.revoked_at", "is", null)
      .where((row) =>
        row.or([
          row("clients.manager_id", "=", row.ref("choices.manager_id")),
          row.and([row("clients.manager_id", "is", null), row("managers.role", "=", "administrator")]),
        ]),
      )
      .orderBy("choices.manager_id"),
  );
}
