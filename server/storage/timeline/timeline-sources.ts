import { sql } from "kysely";
import type { AccessKeyKind } from "#contract/api/access-key.ts";
import type { MailKind, MailState } from "#contract/manage/mail/mail.ts";
import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import type { EventKind } from "../audit/events.ts";
import type { Db } from "../engine/schema.ts";

/** A cursor in one source; older rows come next. `key` orders rows of the same instant. */
export type SourceCursor = { at: number; key: number | string };

/** A source of lines of one kind. Rows are read newest first. */
export type TimelineSource<Row extends { at: number }> = {
  read(before: SourceCursor, limit: number): Promise<Row[]>;
  keyOf(row: Row): SourceCursor["key"];
  /** Whether the older row belongs to the same line as the newer one. */
  isWith(older: Row, newer: Row): boolean;
};

/** Saves of one device with shorter gaps make one line. */
const SAVES_APART_MS = 10 * 60_000;

/** Events that also store a revision; the revision gets no line. */
const STORES_REVISION = ["record.restored", "client.answered-for"] as const satisfies EventKind[];
const SHOWN = [
  ...STORES_REVISION,
  "client.added",
  "client.changed",
  "client.interview-changed",
  "client.exported",
  "key.issued",
  "key.revoked",
  "session.opened",
  "pin.set",
  "pin.removed",
  "pin.stopped",
  "record.submitted",
  "question.asked-back",
  "question.taken-back",
  "question.answered",
  "question.approved",
  "question.unapproved",
  "share.made",
  "share.revoked",
  "share.opened",
  "mail.opted-out",
  "mail.opted-in",
] as const satisfies EventKind[];
/** One call may have these events for several questions. */
const OF_MANY = new Set<ShownEventKind>([
  "client.answered-for",
  "question.answered",
  "question.approved",
  "question.unapproved",
]);

export type ShownEventKind = (typeof SHOWN)[number];
export type EventRow = {
  at: number;
  seq: number;
  kind: ShownEventKind;
  actor: string;
  detail: string | null;
  /** The kind of the access key that the event is about. */
  keyKind: AccessKeyKind | null;
  /** The record's revision that the event stored or submitted, if any. */
  revision: number | null;
};
export type MailRow = {
  /** The time of the last try; before the first try, the time when the mail was added. */
  at: number;
  mailId: string;
  kind: MailKind;
  state: MailState;
  attempts: number;
  cause: MailCause | null;
  status: number | null;
  askedBy: string | null;
};
export type SaveRow = { at: number; revision: number; device: string | null };

export function eventSource(db: Db, clientId: string): TimelineSource<EventRow> {
  return {
    async read({ at, key }, limit) {
      const rows = await db
        .selectFrom("events")
        .leftJoin("access_keys", "access_keys.key_id", "events.key_id")
        .select(["events.at", "events.seq", "events.kind", "events.actor", "events.detail"])
        .select("access_keys.kind as keyKind")
        .select((event) => [
          event
            .selectFrom("submissions")
            .select(({ fn }) => fn.max("submissions.revision").as("revision"))
            .whereRef("submissions.client_id", "=", "events.client_id")
            .whereRef("submissions.submitted_at", "=", "events.at")
            .as("submitted"),
          event
            .selectFrom("revisions")
            .select(({ fn }) => fn.max("revisions.revision").as("revision"))
            .whereRef("revisions.client_id", "=", "events.client_id")
            .whereRef("revisions.saved_at", "=", "events.at")
            .as("stored"),
        ])
        .where("events.client_id", "=", clientId)
        .where("events.kind", "in", SHOWN)
        .where(sql<boolean>`(events.at, events.seq) < (${at}, ${key})`)
        .orderBy("events.at", "desc")
        .orderBy("events.seq", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ submitted, stored, ...row }) => {
        const kind = row.kind as ShownEventKind;
        return { ...row, kind, revision: revisionOf(kind, { submitted, stored }) };
      });
    },
    keyOf: ({ seq }) => seq,
    isWith: (older, newer) =>
      OF_MANY.has(older.kind) &&
      older.kind === newer.kind &&
      older.at === newer.at &&
      older.actor === newer.actor,
  };
}

type Revisions = { submitted: number | null; stored: number | null };

function revisionOf(kind: ShownEventKind, { submitted, stored }: Revisions): number | null {
  if (kind === "record.submitted") return submitted;
  return STORES_REVISION.some((each) => each === kind) ? stored : null;
}

/** Mails to the client. */
export function mailSource(db: Db, clientId: string): TimelineSource<MailRow> {
  const lastAt = sql<number>`coalesce(last_at, created_at)`;
  return {
    read: ({ at, key }, limit) =>
      db
        .selectFrom("mails")
        .select([lastAt.as("at"), "mail_id as mailId", "kind", "state", "attempts", "cause"])
        .select(["status", "asked_by as askedBy"])
        .where("client_id", "=", clientId)
        .where("manager_id", "is", null)
        // redundant, for SQLite: it cannot find the place of a pair in an index on an expression
        .where(lastAt, "<=", at)
        .where(sql<boolean>`(${lastAt}, mail_id) < (${at}, ${key})`)
        .orderBy(lastAt, "desc")
        .orderBy("mail_id", "desc")
        .limit(limit)
        .execute(),
    keyOf: ({ mailId }) => mailId,
    isWith: () => false,
  };
}

export function saveSource(db: Db, clientId: string): TimelineSource<SaveRow> {
  return {
    read: ({ at, key }, limit) =>
      db
        .selectFrom("revisions")
        .select(["saved_at as at", "revision", "device"])
        .where("client_id", "=", clientId)
        .where(sql<boolean>`(saved_at, revision) < (${at}, ${key})`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("events")
                .select("events.seq")
                .whereRef("events.client_id", "=", "revisions.client_id")
                .whereRef("events.at", "=", "revisions.saved_at")
                .where("events.kind", "in", STORES_REVISION),
            ),
          ),
        )
        .orderBy("saved_at", "desc")
        .orderBy("revision", "desc")
        .limit(limit)
        .execute(),
    keyOf: ({ revision }) => revision,
    isWith: (older, newer) => older.device === newer.device && newer.at - older.at < SAVES_APART_MS,
  };
}
