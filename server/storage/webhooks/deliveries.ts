import type { DeliveryCause } from "#contract/manage/webhooks/delivery-causes.ts";
import { DELIVERY_WAIT_MAX_MS, type DeliveryState } from "#contract/manage/webhooks/webhooks.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { endJob, holdsLease, putOffJob, type TakenJob } from "../outbox/jobs.ts";
import { wakeWebhook } from "../outbox/webhook-outbox.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { noteTry, switchOffWebhook } from "./webhook-health.ts";
import { targetOf, type WebhookTarget, webhookRowOf } from "./webhooks.ts";

/** Names one message to one webhook. */
export type DeliveryName = { messageId: string; webhookId: string };

/** A delivery that is due. */
export type DueDelivery = {
  messageId: string;
  target: WebhookTarget;
  kind: string;
  /** Null if the message is about no client, such as a test. */
  clientId: string | null;
  /** The record's revision at the time of the event, if there was a record. */
  revision: number | null;
  body: string;
  /** Earlier tries. */
  attempts: number;
};

/** The result of a try. */
export type DeliveryResult = {
  state: DeliveryState;
  attempts: number;
  /** Null if the delivery is not tried again. */
  nextAt: number | null;
  lastAt: number;
  status: number | null;
  cause: DeliveryCause | null;
  durationMs: number;
};

export type Settlement = {
  result: DeliveryResult;
  /** Whether the receiver refuses all further messages. */
  switchesOff: boolean;
  /** Whether administrators are mailed about a webhook that fails or is turned off. */
  isMailed: boolean;
};

export type ListedDelivery = Omit<DeliveryResult, "lastAt" | "durationMs"> & {
  messageId: string;
  kind: string;
  clientId: string | null;
  createdAt: number;
  lastAt: number | null;
  durationMs: number | null;
};

/** The last delivery of the previous page. */
export type DeliveryCursor = { createdAt: number; messageId: string };

/** A message that was sent before it was stored, since no other write depends on it. */
export type SentMessage = DeliveryName & { kind: string; body: string; createdAt: number };

export function deliveryQueries(engine: Engine, seals: DataKeyring) {
  async function redeliver(db: Db, { messageId, webhookId }: DeliveryName, at: number) {
    const webhook = await webhookRowOf(db, webhookId);
    if (!webhook) return "missing";
    if (webhook.off_at !== null) return "off";
    const reset = await deliveryOf(db, { messageId, webhookId })
      .set({ state: "waiting", attempts: 0, next_at: at })
      .executeTakeFirst();
    if (reset.numUpdatedRows === 0n) return "missing";
    await wakeWebhook(db, webhookId, at);
    return "queued";
  }

  return {
    /** The delivery that has been due longest; undefined also if the webhook is off or removed. */
    next: (webhookId: string, now: number): Promise<DueDelivery | undefined> =>
      engine.read(async (db) => {
        const webhook = await webhookRowOf(db, webhookId);
        if (!webhook || webhook.off_at !== null) return undefined;
        const due = await db
          .selectFrom("webhook_deliveries as delivery")
          .innerJoin("webhook_messages as message", "message.message_id", "delivery.message_id")
          .select(["delivery.message_id", "delivery.attempts", "message.client_id", "message.body"])
          .select(["message.kind", "message.revision"])
          .where("delivery.webhook_id", "=", webhookId)
          .where((row) =>
            row.or([
              row("delivery.next_at", "<=", now),
              // longer than any wait: scheduled by a clock that was ahead
              row("delivery.next_at", ">", now + DELIVERY_WAIT_MAX_MS),
            ]),
          )
          .orderBy("delivery.next_at")
          .limit(1)
          .executeTakeFirst();
        if (!due) return undefined;
        const target = targetOf(webhook, await seals.toRead(db, INSTALLATION_OWNER), now);
        const { message_id: messageId, client_id: clientId, kind, revision, attempts } = due;
        const { unseal } = await seals.toRead(db, clientId ?? INSTALLATION_OWNER);
        return {
          messageId,
          target,
          kind,
          clientId,
          revision,
          body: unseal(sealingContexts.webhookMessage(messageId), due.body),
          attempts,
        };
      }),

    /**
     * Stores the result of a try, and reschedules the job for the next delivery. False if another worker has the lease.
     */
    settle: (
      job: TakenJob,
      { messageId, webhookId }: DeliveryName,
      { result, switchesOff, isMailed }: Settlement,
    ): Promise<boolean> =>
      engine.write(async (db) => {
        if (!(await holdsLease(db, job))) return false;
        await deliveryOf(db, { messageId, webhookId }).set(resultColumns(result)).execute();
        if (switchesOff)
          await switchOffWebhook(db, webhookId, { at: result.lastAt, cause: "gone", isMailed });
        else await noteTry(db, webhookId, { ...result, isMailed });
        return awaitTurn(db, job, webhookId);
      }),

    /** Reschedules the job of a webhook with nothing due for its next delivery, or ends it. */
    awaitTurn: (job: TakenJob, webhookId: string): Promise<boolean> =>
      engine.write((db) => awaitTurn(db, job, webhookId)),

    /** Reschedules a job for any reason. */
    putOffJob: (job: TakenJob, at: number): Promise<boolean> => engine.write((db) => putOffJob(db, job, at)),

    addSent: (
      { messageId, webhookId, kind, body, createdAt }: SentMessage,
      result: DeliveryResult,
      events: StorageEvent[],
    ): Promise<void> =>
      engine.write(async (db) => {
        const { seal } = await seals.toWrite(db, INSTALLATION_OWNER);
        const sealed = seal(sealingContexts.webhookMessage(messageId), body);
        const message = { message_id: messageId, kind, body: sealed, created_at: createdAt };
        await db
          .insertInto("webhook_messages")
          .values({ ...message, client_id: null, revision: null } satisfies Tables["webhook_messages"])
          .execute();
        await db
          .insertInto("webhook_deliveries")
          .values({
            message_id: messageId,
            webhook_id: webhookId,
            created_at: createdAt,
            ...resultColumns(result),
          } satisfies Tables["webhook_deliveries"])
          .execute();
        await insertEvents(db, events);
      }),

    /** Makes a delivery due at once, with its attempts reset to 0. */
    redeliver: (
      { at, ...name }: DeliveryName & { at: number },
      events: StorageEvent[],
    ): Promise<"queued" | "missing" | "off"> =>
      engine.write(async (db) => {
        const outcome = await redeliver(db, name, at);
        if (outcome === "queued") await insertEvents(db, events);
        return outcome;
      }),

    /** The revision of the previous message of that kind; undefined if none is stored. */
    revisionBefore: (message: {
      clientId: string;
      kind: string;
      revision: number;
    }): Promise<number | undefined> =>
      engine.read(async (db) => {
        const { clientId, kind, revision } = message;
        const before = await db
          .selectFrom("webhook_messages")
          .select("revision")
          .where("client_id", "=", clientId)
          .where("kind", "=", kind)
          .where("revision", "<", revision)
          .orderBy("revision", "desc")
          .limit(1)
          .executeTakeFirst();
        return before?.revision ?? undefined;
      }),

    /** Newest first, after the cursor. */
    list: (
      webhookId: string,
      { after, limit }: { after?: DeliveryCursor | undefined; limit: number },
    ): Promise<ListedDelivery[]> =>
      engine.read(async (db) => {
        const all = db
          .selectFrom("webhook_deliveries as delivery")
          .innerJoin("webhook_messages as message", "message.message_id", "delivery.message_id")
          .selectAll("delivery")
          .select(["message.kind", "message.client_id"])
          .where("delivery.webhook_id", "=", webhookId);
        const older = after
          ? all.where((row) =>
              row.or([
                row("delivery.created_at", "<", after.createdAt),
                row.and([
                  row("delivery.created_at", "=", after.createdAt),
                  row("delivery.message_id", "<", after.messageId),
                ]),
              ]),
            )
          : all;
        const newestFirst = older
          .orderBy("delivery.created_at", "desc")
          .orderBy("delivery.message_id", "desc");
        return (await newestFirst.limit(limit).execute()).map(listedDelivery);
      }),

    /** Deletes up to `limit` messages with their deliveries: old ones, or those about one client. Returns how many. */
    dropMessages: (which: { before: number } | { clientId: string }, limit: number): Promise<number> =>
      engine.write(async (db) => {
        const messages = db.selectFrom("webhook_messages").select("message_id");
        const chosen =
          "before" in which
            ? messages.where("created_at", "<", which.before)
            : messages.where("client_id", "=", which.clientId);
        const ids = (await chosen.limit(limit).execute()).map(({ message_id }) => message_id);
        if (ids.length === 0) return 0;
        await db.deleteFrom("webhook_deliveries").where("message_id", "in", ids).execute();
        await db.deleteFrom("webhook_messages").where("message_id", "in", ids).execute();
        return ids.length;
      }),
  };
}

async function awaitTurn(db: Db, job: TakenJob, webhookId: string): Promise<boolean> {
  const next = await db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks", "webhooks.webhook_id", "delivery.webhook_id")
    .select("delivery.next_at")
    .where("delivery.webhook_id", "=", webhookId)
    .where("delivery.next_at", "is not", null)
    .where("webhooks.off_at", "is", null)
    .orderBy("delivery.next_at")
    .limit(1)
    .executeTakeFirst();
  return next?.next_at == null ? endJob(db, job) : putOffJob(db, job, next.next_at);
}

function deliveryOf(db: Db, { messageId, webhookId }: DeliveryName) {
  return db
    .updateTable("webhook_deliveries")
    .where("message_id", "=", messageId)
    .where("webhook_id", "=", webhookId);
}

function resultColumns({ state, attempts, nextAt, lastAt, status, cause, durationMs }: DeliveryResult) {
  return {
    state,
    attempts,
    next_at: nextAt,
    last_at: lastAt,
    status,
    cause,
    duration_ms: durationMs,
  };
}

type ListedRow = Tables["webhook_deliveries"] & Pick<Tables["webhook_messages"], "kind" | "client_id">;

function listedDelivery(row: ListedRow): ListedDelivery {
  return {
    messageId: row.message_id,
    kind: row.kind,
    clientId: row.client_id,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at,
    lastAt: row.last_at,
    status: row.status,
    cause: row.cause,
    durationMs: row.duration_ms,
  };
}
