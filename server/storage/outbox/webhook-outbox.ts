import { randomUUID } from "node:crypto";
import type { RecordStatus } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import {
  type Message,
  type MessageData,
  type MessageKind,
  messageKinds,
} from "#contract/manage/webhooks/webhook-messages.ts";
import { RECORD_SAVED_EVERY_MS } from "#contract/manage/webhooks/webhooks.ts";
import { interviewColumns } from "../engine/client-interview.ts";
import { parseStored } from "../engine/damage.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { insertJob, preparedInsertJob } from "./jobs.ts";

/** The kind of the job that sends a webhook's due messages, one after the other. */
export const DELIVER_WEBHOOK_JOB = "deliver-next";
/** The kind of the job that announces a client's saves since the last such message. */
export const NOTIFY_SAVED_JOB = "tell-saved";

/** An event about a client, for every webhook that subscribes to its kind. */
export type ClientEvent = {
  [Kind in MessageKind]: { kind: Kind; at: number } & Omit<
    MessageData<Kind>,
    "clientName" | "interview" | "answers" | keyof RecordStatus
  >;
}[MessageKind];
type Listener = Pick<Tables["webhooks"], "webhook_id" | "kinds">;
type SavedMessage = Pick<Tables["webhook_messages"], "revision" | "created_at">;
type Saved = { clientId: string; at: number };

/** For every transaction whose change is sent to webhooks. Without webhooks, it costs one read of an empty table. */
export function webhookOutbox(engine: Engine, seals: DataKeyring) {
  const { reader } = engine;
  const putJob = preparedInsertJob(engine);
  const lastSavedMessage = preparedLastSavedMessage(engine);
  const switchedOn = prepare<{ [name: string]: never }, Listener>(() =>
    reader.selectFrom("webhooks").select(["webhook_id", "kinds"]).where("off_at", "is", null),
  );

  async function listeners(db: Db, kind: MessageKind): Promise<string[]> {
    const webhooks = await switchedOn(db, {});
    return webhooks
      .filter(({ kinds }) => (parseStored(kinds) as string[]).includes(kind))
      .map(({ webhook_id }) => webhook_id);
  }

  /** Adds the message about what this transaction has written, and its deliveries. */
  async function tell(db: Db, event: ClientEvent): Promise<void> {
    const { kind, clientId, at } = event;
    const webhookIds = await listeners(db, kind);
    if (webhookIds.length === 0) return;
    const facts = await factsOf(db, clientId);
    if (!facts) return;
    const messageId = newMessageId();
    const { seal } = await seals.toWrite(db, clientId);
    const message = {
      message_id: messageId,
      kind,
      client_id: clientId,
      revision: facts.revision,
      body: seal(
        sealingContexts.webhookMessage(messageId),
        bodyOf({ type: kind, at, data: dataOf(event, facts) }),
      ),
      created_at: at,
    };
    await db.insertInto("webhook_messages").values(message).execute();
    const deliveries = webhookIds.map((webhookId) => newDelivery(message, webhookId));
    await db.insertInto("webhook_deliveries").values(deliveries).execute();
    for (const webhookId of webhookIds) await wakeWebhook(db, webhookId, at);
  }

  /**
   * A job announces saves, so that several saves within a minute make one message with the latest state; the last save
   * is always announced.
   */
  async function tellSaved(db: Db, { clientId, at }: Saved): Promise<void> {
    if (!(await isHeard(db, "record.saved"))) return;
    await putJob(db, {
      kind: NOTIFY_SAVED_JOB,
      dedupeKey: `${NOTIFY_SAVED_JOB}:${clientId}`,
      payload: { clientId },
      at: mayTellSavedAt(await lastSavedMessage(db, clientId), at),
    });
  }

  /** Whether an active webhook gets messages of that kind. */
  async function isHeard(db: Db, kind: MessageKind): Promise<boolean> {
    return (await listeners(db, kind)).length > 0;
  }

  return { tell, tellSaved, isHeard };
}

export type WebhookOutbox = ReturnType<typeof webhookOutbox>;

export function newMessageId(): string {
  return `msg_${randomUUID()}`;
}

/** The body that is signed and sent, the same at each try. */
export function bodyOf({ type, at, data }: { type: string; at: number; data: object }): string {
  return JSON.stringify({ type, timestamp: isoOf(at), data } satisfies Record<keyof Message, unknown>);
}

/** A waiting delivery of a message. */
function newDelivery(
  { message_id, created_at }: Pick<Tables["webhook_messages"], "message_id" | "created_at">,
  webhookId: string,
): Tables["webhook_deliveries"] {
  return {
    message_id,
    webhook_id: webhookId,
    state: "waiting",
    attempts: 0,
    created_at,
    next_at: created_at,
    last_at: null,
    status: null,
    cause: null,
    duration_ms: null,
  };
}

/** Part of each transaction that gives a webhook something to send. */
export function wakeWebhook(db: Db, webhookId: string, at: number): Promise<void> {
  return insertJob(db, {
    kind: DELIVER_WEBHOOK_JOB,
    dedupeKey: `${DELIVER_WEBHOOK_JOB}:${webhookId}`,
    payload: { webhookId },
    at,
  });
}

/** The newest message about a client's saves. Ordered by revision, since times go back when a clock is set back. */
export function preparedLastSavedMessage({ reader }: Engine) {
  const newest = prepare<{ clientId: string }, SavedMessage>((param) =>
    reader
      .selectFrom("webhook_messages")
      .select(["revision", "created_at"])
      .where("client_id", "=", param("clientId"))
      .where("kind", "=", "record.saved" satisfies MessageKind)
      .orderBy("revision", "desc")
      .limit(1),
  );
  return async (db: Db, clientId: string): Promise<SavedMessage | undefined> =>
    (await newest(db, { clientId }))[0];
}

export function mayTellSavedAt(last: SavedMessage | undefined, now: number): number {
  // a message from the future means that the clock was set back: the next message need not wait for that time
  if (!last || last.created_at > now) return now;
  return Math.max(last.created_at + RECORD_SAVED_EVERY_MS, now);
}

async function factsOf(db: Db, clientId: string) {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .leftJoin("interview_catalog", "interview_catalog.interview_id", "clients.interview_id")
    .select(["clients.name", "records.revision", "records.completed", "records.total", "records.percent"])
    .select([...interviewColumns, "interview_catalog.name as interview_name"])
    .select(["records.saved_at", "records.submitted_at"])
    .where("clients.client_id", "=", clientId)
    .executeTakeFirst();
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>;

/** The kind's schema picks its fields about the client, the progress and the event. */
function dataOf(event: ClientEvent, facts: Facts): MessageData<MessageKind> {
  const { interview_id: id, interview_name, interview_version: version } = facts;
  return messageKinds[event.kind].data.parse({
    ...progressOf(facts),
    clientName: facts.name,
    interview: { id, name: interview_name ?? "", version },
    ...event,
  });
}

function progressOf({ revision, completed, total, percent, saved_at, submitted_at }: Facts): RecordStatus {
  return {
    state: revision === null ? "not-started" : submitted_at === null ? "in-progress" : "submitted",
    completed: completed ?? 0,
    total: total ?? 0,
    percent: percent ?? 0,
    revision: revision ?? 0,
    updatedAt: saved_at === null ? null : isoOf(saved_at),
    submittedAt: submitted_at === null ? null : isoOf(submitted_at),
  };
}
