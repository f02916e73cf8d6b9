import type { Selectable } from "kysely";
import type { DeliveryCause } from "#contract/manage/webhooks/delivery-causes.ts";
import type { IncludedAnswers, WebhookFormat } from "#contract/manage/webhooks/webhook-formats.ts";
import type { MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import {
  FAILING_FROM_TRIES,
  type OffCause,
  type UndeliveredAct,
} from "#contract/manage/webhooks/webhooks.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { insertAccountEvents } from "../managers/account-events.ts";
import { wakeWebhook } from "../outbox/webhook-outbox.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import type { Sealer, Unsealer } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import {
  countOpenDeliveries,
  dropWaiting,
  HEALTHY_COLUMNS,
  type OpenDeliveries,
  queueUndelivered,
} from "./webhook-health.ts";

export type NewWebhook = {
  webhookId: string;
  address: string;
  kinds: MessageKind[];
  format: WebhookFormat;
  answers: IncludedAnswers;
  secret: string;
  /** An account manager's id; null for the operator. */
  madeBy: string | null;
  createdAt: number;
};

/** A webhook without its secrets. */
export type StoredWebhook = Omit<NewWebhook, "secret"> &
  OpenDeliveries & {
    /** Null while the webhook is on. */
    offAt: number | null;
    offCause: OffCause | null;
    previousSecretUntil: number | null;
    /** Null unless the last tries all failed. */
    failing: WebhookFailure | null;
  };

/** Since when tries fail, and the result of the last one. */
export type WebhookFailure = { since: number; status: number | null; cause: DeliveryCause | null };

/** Absent parts stay unchanged. */
export type WebhookChange = {
  address?: string | undefined;
  kinds?: MessageKind[] | undefined;
  format?: WebhookFormat | undefined;
  answers?: IncludedAnswers | undefined;
  isOn?: boolean | undefined;
  /** For a webhook that is turned on; if absent, waiting messages are sent. */
  undelivered?: UndeliveredAct | undefined;
};

/** The address, and how to sign. */
export type WebhookTarget = {
  webhookId: string;
  address: string;
  /** Newest first; two while a replaced secret still signs. */
  secrets: string[];
  isOn: boolean;
  format: WebhookFormat;
  answers: IncludedAnswers;
};

export function webhookQueries(engine: Engine, seals: DataKeyring) {
  const toRead = (db: Db) => seals.toRead(db, INSTALLATION_OWNER);
  const toWrite = (db: Db) => seals.toWrite(db, INSTALLATION_OWNER);

  /** False if there is no such webhook. */
  async function update(db: Db, webhookId: string, values: Partial<Tables["webhooks"]>): Promise<boolean> {
    const changed = await db
      .updateTable("webhooks")
      .set(values)
      .where("webhook_id", "=", webhookId)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  return {
    /** False if there are already `max` webhooks. */
    add: (webhook: NewWebhook, max: number, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const known = await db.selectFrom("webhooks").select("webhook_id").execute();
        if (known.length >= max) return false;
        await db
          .insertInto("webhooks")
          .values(webhookRow(webhook, await toWrite(db)))
          .execute();
        await insertAccountEvents(db, null, events);
        return true;
      }),

    /** Oldest first. */
    list: (): Promise<StoredWebhook[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("webhooks")
          .selectAll()
          .orderBy("created_at")
          .orderBy("webhook_id")
          .execute();
        const seal = await toRead(db);
        const open = await countOpenDeliveries(db);
        return rows.map((row) => storedWebhook(row, seal, open.get(row.webhook_id)));
      }),

    find: (webhookId: string): Promise<StoredWebhook | undefined> =>
      engine.read(async (db) => {
        const row = await webhookRowOf(db, webhookId);
        const open = await countOpenDeliveries(db, webhookId);
        return row && storedWebhook(row, await toRead(db), open.get(webhookId));
      }),

    findTarget: (webhookId: string, now: number): Promise<WebhookTarget | undefined> =>
      engine.read(async (db) => {
        const row = await webhookRowOf(db, webhookId);
        return row && targetOf(row, await toRead(db), now);
      }),

    /** A webhook that is turned on continues with its waiting messages. False if there is no such webhook. */
    change: ({ webhookId, at, change }: ChangeCommand, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const { isOn, undelivered } = change;
        // before the webhook is marked healthy, since undelivered messages are found by its failures
        if (undelivered === "send") await queueUndelivered(db, webhookId);
        if (undelivered === "drop") await dropWaiting(db, webhookId);
        const columns = changedColumns({ webhookId, at, change }, await toWrite(db));
        if (!(await update(db, webhookId, columns))) return false;
        if (isOn) await wakeWebhook(db, webhookId, at);
        await insertAccountEvents(db, null, events);
        return true;
      }),

    /** Makes all undelivered messages due now, each with all its tries. Returns how many. */
    retry: (
      { webhookId, at }: { webhookId: string; at: number },
      events: StorageEvent[],
    ): Promise<number | "missing" | "off"> =>
      engine.write(async (db) => {
        const webhook = await webhookRowOf(db, webhookId);
        if (!webhook) return "missing";
        if (webhook.off_at !== null) return "off";
        const queued = await queueUndelivered(db, webhookId);
        await wakeWebhook(db, webhookId, at);
        await insertEvents(db, events);
        return queued;
      }),

    /** Whether any active webhook sends clients' answers. */
    includeAnswers: (): Promise<boolean> =>
      engine.read(async (db) => {
        const including = db
          .selectFrom("webhooks")
          .select("webhook_id")
          .where("off_at", "is", null)
          .where("answers", "<>", "none");
        return (await including.limit(1).executeTakeFirst()) !== undefined;
      }),

    /** The replaced secret also signs, until `previousUntil`. False if there is no such webhook. */
    rotateSecret: (
      { webhookId, secret, previousUntil }: { webhookId: string; secret: string; previousUntil: number },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const row = await webhookRowOf(db, webhookId);
        if (!row) return false;
        const { seal } = await toWrite(db);
        await update(db, webhookId, {
          secret: seal(sealingContexts.webhookSecret(webhookId), secret),
          previous_secret: row.secret,
          previous_until: previousUntil,
        });
        await insertEvents(db, events);
        return true;
      }),

    /** False if there is no such webhook. */
    remove: (webhookId: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const gone = await db.deleteFrom("webhooks").where("webhook_id", "=", webhookId).executeTakeFirst();
        if (gone.numDeletedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),

    /** Deletes secrets that no longer sign. */
    dropReplacedSecrets: (now: number): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("webhooks")
          .set({ previous_secret: null, previous_until: null })
          .where("previous_until", "<=", now)
          .execute();
      }),
  };
}

export function webhookRowOf(db: Db, webhookId: string) {
  return db.selectFrom("webhooks").selectAll().where("webhook_id", "=", webhookId).executeTakeFirst();
}

export function targetOf(
  row: Selectable<Tables["webhooks"]>,
  { unseal }: Unsealer,
  now: number,
): WebhookTarget {
  const { previous_secret: previous, previous_until: until } = row;
  const secrets = previous && until !== null && until > now ? [row.secret, previous] : [row.secret];
  return {
    webhookId: row.webhook_id,
    address: unseal(sealingContexts.webhookAddress(row.webhook_id), row.address),
    secrets: secrets.map((secret) => unseal(sealingContexts.webhookSecret(row.webhook_id), secret)),
    isOn: row.off_at === null,
    format: row.format,
    answers: row.answers,
  };
}

type ChangeCommand = { webhookId: string; at: number; change: WebhookChange };

function changedColumns(
  { webhookId, at, change }: ChangeCommand,
  { seal }: Sealer,
): Partial<Tables["webhooks"]> {
  const { address, kinds, format, answers, isOn } = change;
  return {
    ...(address !== undefined && { address: seal(sealingContexts.webhookAddress(webhookId), address) }),
    ...(kinds && { kinds: JSON.stringify(kinds) }),
    ...(format && { format }),
    ...(answers && { answers }),
    ...(isOn === true && { off_at: null, off_cause: null, ...HEALTHY_COLUMNS }),
    ...(isOn === false && { off_at: at, off_cause: "by-hand" as const }),
  };
}

function webhookRow(webhook: NewWebhook, { seal }: Sealer): Tables["webhooks"] {
  return {
    webhook_id: webhook.webhookId,
    address: seal(sealingContexts.webhookAddress(webhook.webhookId), webhook.address),
    secret: seal(sealingContexts.webhookSecret(webhook.webhookId), webhook.secret),
    previous_secret: null,
    previous_until: null,
    kinds: JSON.stringify(webhook.kinds),
    made_by: webhook.madeBy,
    created_at: webhook.createdAt,
    off_at: null,
    off_cause: null,
    format: webhook.format,
    answers: webhook.answers,
    ...HEALTHY_COLUMNS,
  };
}

const NONE_OPEN: OpenDeliveries = { waiting: 0, undelivered: 0 };

function storedWebhook(
  row: Selectable<Tables["webhooks"]>,
  { unseal }: Unsealer,
  open = NONE_OPEN,
): StoredWebhook {
  return {
    webhookId: row.webhook_id,
    address: unseal(sealingContexts.webhookAddress(row.webhook_id), row.address),
    kinds: parseStored(row.kinds) as MessageKind[],
    madeBy: row.made_by,
    createdAt: row.created_at,
    offAt: row.off_at,
    offCause: row.off_cause,
    previousSecretUntil: row.previous_until,
    format: row.format,
    answers: row.answers,
    failing: failingOf(row),
    ...open,
  };
}

/** A webhook, as in a mail about its failures. */
export type MailedWebhook = Pick<StoredWebhook, "webhookId" | "address" | "offAt" | "offCause" | "failing"> &
  OpenDeliveries;

/** Null if the webhook no longer exists. */
export async function findMailed(
  db: Db,
  seals: DataKeyring,
  webhookId: string,
): Promise<MailedWebhook | null> {
  const row = await webhookRowOf(db, webhookId);
  if (!row) return null;
  const open = (await countOpenDeliveries(db, webhookId)).get(webhookId);
  const { address, offAt, offCause, failing, waiting, undelivered } = storedWebhook(
    row,
    await seals.toRead(db, INSTALLATION_OWNER),
    open,
  );
  return { webhookId, address, offAt, offCause, failing, waiting, undelivered };
}

/** One or two failed tries are not reported, since the next try usually succeeds. */
function failingOf(row: Selectable<Tables["webhooks"]>): WebhookFailure | null {
  const { failing_since: since, failed_tries, failed_status: status, failed_cause: cause } = row;
  return since === null || failed_tries < FAILING_FROM_TRIES ? null : { since, status, cause };
}
