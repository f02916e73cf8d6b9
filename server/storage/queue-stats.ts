import type { Engine } from "./engine/engine.ts";
import type { Db } from "./engine/schema.ts";
import { SEND_MAIL_JOB } from "./outbox/mail-outbox.ts";
import { TRANSCRIBE_TAKE_JOB } from "./takes/take-references.ts";

/** The queues, in our own words. */
export const queueNames = ["transcriptions", "deliveries", "mails"] as const;
export type QueueName = (typeof queueNames)[number];

export type QueueFigure = {
  /** Unfinished work: due, under way or postponed; at most `COUNT_MAX`. */
  waiting: number;
  /** When the oldest of it was added; null for an empty queue. */
  oldestAt: number | null;
  /** Since when the longest due work has been due; null if nothing is due. */
  dueAt: number | null;
};

export type LiveSessions = { clients: number; managers: number };

/** An exact count beyond this is of no use, and metrics every few seconds must stay cheap. */
export const COUNT_MAX = 10_000;

/** Queries for metrics: each reads a bounded number of rows, from an index. */
export function queueStatQueries(engine: Engine) {
  return {
    queues: (now: number): Promise<{ [Name in QueueName]: QueueFigure }> =>
      engine.read(async (db) => ({
        transcriptions: await jobFigure(db, TRANSCRIBE_TAKE_JOB, now),
        deliveries: await deliveryFigure(db, now),
        mails: await jobFigure(db, SEND_MAIL_JOB, now),
      })),

    /** Sessions that were used since `usedAfter` and have not expired. */
    sessions: ({ now, usedAfter }: { now: number; usedAfter: number }): Promise<LiveSessions> =>
      engine.read(async (db) => {
        const count = async (table: "sessions" | "manager_sessions") => {
          const live = db
            .selectFrom(table)
            .select("token_hash")
            .where("expires_at", ">", now)
            .where("last_used_at", ">", usedAfter)
            .limit(COUNT_MAX);
          const counted = db.selectFrom(live.as("live")).select(({ fn }) => fn.countAll().as("count"));
          return Number((await counted.executeTakeFirstOrThrow()).count);
        };
        return { clients: await count("sessions"), managers: await count("manager_sessions") };
      }),
  };
}

/** A running job is not due. */
async function jobFigure(db: Db, kind: string, now: number): Promise<QueueFigure> {
  const first = db
    .selectFrom("jobs")
    .select(["created_at", "next_at", "leased_until"])
    .where("kind", "=", kind)
    .orderBy("next_at")
    .limit(COUNT_MAX);
  const figures = db.selectFrom(first.as("first")).select((row) => [
    row.fn.countAll().as("waiting"),
    row.fn.min("created_at").as("oldest_at"),
    row.fn
      .min(
        row
          .case()
          .when(
            row.and([
              row("next_at", "<=", now),
              row.or([row("leased_until", "is", null), row("leased_until", "<=", now)]),
            ]),
          )
          .then(row.ref("next_at"))
          .end(),
      )
      .as("due_at"),
  ]);
  return figureOf(await figures.executeTakeFirstOrThrow());
}

/** For active webhooks only: messages at an inactive webhook wait for a person. */
async function deliveryFigure(db: Db, now: number): Promise<QueueFigure> {
  const on = await db.selectFrom("webhooks").select("webhook_id").where("off_at", "is", null).execute();
  const figures: QueueFigure[] = [];
  for (const { webhook_id } of on) {
    // one query per webhook, since the index begins with the webhook
    const first = db
      .selectFrom("webhook_deliveries")
      .select(["created_at", "next_at"])
      .where("webhook_id", "=", webhook_id)
      .where("next_at", "is not", null)
      .orderBy("next_at")
      .limit(COUNT_MAX);
    const figure = db
      .selectFrom(first.as("first"))
      .select(({ fn }) => [
        fn.countAll().as("waiting"),
        fn.min("created_at").as("oldest_at"),
        fn.min("next_at").as("due_at"),
      ]);
    figures.push(figureOf(await figure.executeTakeFirstOrThrow()));
  }
  const dueAt = earliest(figures.map((figure) => figure.dueAt));
  return {
    waiting: Math.min(
      COUNT_MAX,
      figures.reduce((sum, { waiting }) => sum + waiting, 0),
    ),
    oldestAt: earliest(figures.map((figure) => figure.oldestAt)),
    dueAt: dueAt !== null && dueAt <= now ? dueAt : null,
  };
}

type FigureRow = { waiting: unknown; oldest_at: unknown; due_at: unknown };

/** Engines return counts and minimums in different types. */
function figureOf({ waiting, oldest_at, due_at }: FigureRow): QueueFigure {
  const instant = (value: unknown) => (value === null ? null : Number(value));
  return { waiting: Number(waiting), oldestAt: instant(oldest_at), dueAt: instant(due_at) };
}

function earliest(instants: (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
