import type { Selectable } from "kysely";
import type { MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import type { OffCause } from "#contract/manage/webhooks/webhooks.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { wakeWebhook } from "../outbox/webhook-outbox.ts";
import { type DataKeyring, INSTALLATION } from "../sealing/data-keys.ts";
import type { Sealer, Unsealer } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
export type NewWebhook = {
  webhookId: string;
  address: string;
  kinds: MessageKind[];
  secret: string;
  /** An account manager's id; null for the operator. */
  madeBy: string | null;
  createdAt: number;
};

/** A webhook without its secrets. */
export type StoredWebhook = Omit<NewWebhook, "secret"> & {
  /** Null while it is on. */
  offAt: number | null;
  offCause: OffCause | null;
  previousSecretUntil: number | null;
};

/** What is left out stays as it is. */
export type WebhookChange = {
  address?: string | undefined;
  kinds?: MessageKind[] | undefined;
  isOn?: boolean | undefined;
};

/** Where to send, and how to sign. */
export type WebhookTarget = {
  webhookId: string;
  address: string;
  /** The newest first; two while a replaced one still signs. */
  secrets: string[];
  isOn: boolean;
};

export function webhookQueries(engine: Engine, seals: DataKeyring) {
  const toRead = (db: Db) => seals.toRead(db, INSTALLATION);
  const toWrite = (db: Db) => seals.toWrite(db, INSTALLATION);

  /** False where there is no such webhook. */
  async function update(db: Db, webhookId: string, values: Partial<Tables["webhooks"]>): Promise<boolean> {
    const changed = await db
      .updateTable("webhooks")
      .set(values)
      .where("webhook_id", "=", webhookId)
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  }

  return {
    /** False where there are `max` of them already. */
    add: (webhook: NewWebhook, max: number, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const known = await db.selectFrom("webhooks").select("webhook_id").execute();
        if (known.length >= max) return false;
        await db
          .insertInto("webhooks")
          .values(webhookRow(webhook, await toWrite(db)))
          .execute();
        await insertEvents(db, events);
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
        return rows.map((row) => storedWebhook(row, seal));
      }),

    find: (webhookId: string): Promise<StoredWebhook | undefined> =>
      engine.read(async (db) => {
        const row = await webhookRowOf(db, webhookId);
        return row && storedWebhook(row, await toRead(db));
      }),

    findTarget: (webhookId: string, now: number): Promise<WebhookTarget | undefined> =>
      engine.read(async (db) => {
        const row = await webhookRowOf(db, webhookId);
        return row && targetOf(row, await toRead(db), now);
      }),

    /** One that is switched on goes on with what was waiting. False where there is no such webhook. */
    change: (
      { webhookId, at, change }: { webhookId: string; at: number; change: WebhookChange },
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const { address, kinds, isOn } = change;
        const { seal } = await toWrite(db);
        const isThere = await update(db, webhookId, {
          ...(address !== undefined && { address: seal(sealingContexts.webhookAddress(webhookId), address) }),
          ...(kinds && { kinds: JSON.stringify(kinds) }),
          ...(isOn === true && { off_at: null, off_cause: null }),
          ...(isOn === false && { off_at: at, off_cause: "by-hand" as const }),
        });
        if (!isThere) return false;
        if (isOn) await wakeWebhook(db, webhookId, at);
        await insertEvents(db, events);
        return true;
      }),

    /** The secret that is replaced signs too, until `previousUntil`. False where there is no such webhook. */
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

    /** False where there is no such webhook. Its deliveries go with their messages, when their time has come. */
    remove: (webhookId: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const gone = await db.deleteFrom("webhooks").where("webhook_id", "=", webhookId).executeTakeFirst();
        if (gone.numDeletedRows === 0n) return false;
        await insertEvents(db, events);
        return true;
      }),

    /** Deletes the secrets that sign no more. */
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
  };
}

function storedWebhook(row: Selectable<Tables["webhooks"]>, { unseal }: Unsealer): StoredWebhook {
  return {
    webhookId: row.webhook_id,
    address: unseal(sealingContexts.webhookAddress(row.webhook_id), row.address),
    kinds: parseStored(row.kinds) as MessageKind[],
    madeBy: row.made_by,
    createdAt: row.created_at,
    offAt: row.off_at,
    offCause: row.off_cause,
    previousSecretUntil: row.previous_until,
  };
}
