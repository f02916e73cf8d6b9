import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DeliveryCause } from "#contract/manage/webhooks/delivery-causes.ts";
import { TEST_KIND } from "#contract/manage/webhooks/webhook-messages.ts";
import {
  DELIVERY_WAIT_MAX_MS,
  type DeliveryState,
  FAILING_FROM_TRIES,
  FAILING_MAIL_AFTER_MS,
  FAILING_OFF_AFTER_MS,
  type OffCause,
} from "#contract/manage/webhooks/webhooks.ts";
import { insertEvents } from "../audit/events.ts";
import type { Db } from "../engine/schema.ts";
import { activeAdministrators } from "../managers/account-events.ts";
import { insertMail, type NewMail } from "../outbox/mail-outbox.ts";

/** The result of a try. */
type Tried = {
  state: DeliveryState;
  lastAt: number;
  status: number | null;
  cause: DeliveryCause | null;
  /** Whether this installation sends mail. */
  isMailed: boolean;
};

/**
 * How many messages wait, and how many are undelivered: the waiting ones, and those given up since the webhook began to
 * fail.
 */
export type OpenDeliveries = { waiting: number; undelivered: number };

/**
 * Longer than any wait between two tries of a message: a webhook without messages is not tried, and so does not fail.
 */
const FORGOTTEN_AFTER_MS = 2 * DELIVERY_WAIT_MAX_MS;
/** The longest time for which a message is tried. */
const TRIED_FOR_MAX_MS = 8 * DELIVERY_WAIT_MAX_MS;

/** The columns of a webhook whose last message was accepted, or that was never tried. */
export const HEALTHY_COLUMNS = {
  failing_since: null,
  failed_at: null,
  failed_tries: 0,
  failed_status: null,
  failed_cause: null,
} as const;

/** Part of the transaction that stores the result of a try. */
export async function noteTry(db: Db, webhookId: string, tried: Tried): Promise<void> {
  const { state, lastAt: at, status, cause, isMailed } = tried;
  const webhooks = db
    .selectFrom("webhooks")
    .select(["failing_since", "failed_at", "failed_tries"])
    .where("webhook_id", "=", webhookId);
  const before = await webhooks.executeTakeFirst();
  if (!before || (state === "delivered" && before.failed_tries === 0)) return;
  const change = db.updateTable("webhooks").where("webhook_id", "=", webhookId);
  if (state === "delivered") return void (await change.set(HEALTHY_COLUMNS).execute());
  const { failing_since, failed_at, failed_tries } = before;
  const goesOn = failing_since !== null && at - (failed_at ?? 0) <= FORGOTTEN_AFTER_MS;
  const since = goesOn ? failing_since : at;
  const tries = goesOn ? failed_tries + 1 : 1;
  await change
    .set({
      failing_since: since,
      failed_at: at,
      failed_tries: tries,
      failed_status: status,
      failed_cause: cause,
    })
    .execute();
  // the mail waits, and is dropped if the webhook recovers meanwhile
  const sendAt = Math.max(at, since + FAILING_MAIL_AFTER_MS);
  if (isMailed && tries === FAILING_FROM_TRIES)
    await mailAdministrators(db, { kind: "webhook-failing", webhookId, at, sendAt });
  if (at - since >= FAILING_OFF_AFTER_MS)
    await switchOffWebhook(db, webhookId, { at, cause: "failing", isMailed });
}

type TroubleMail = Pick<NewMail, "at" | "sendAt"> & {
  kind: "webhook-failing" | "webhook-off";
  webhookId: string;
};

async function mailAdministrators(db: Db, mail: TroubleMail): Promise<void> {
  for (const managerId of await activeAdministrators(db)) {
    const dedupeKey = `${mail.kind}:${mail.webhookId}:${mail.at}:${managerId}`;
    await insertMail(db, { ...mail, clientId: null, managerId, dedupeKey });
  }
}

type SwitchingOff = { at: number; cause: OffCause; isMailed: boolean };

/** Waiting messages stay, in case a person turns the webhook on again. */
export async function switchOffWebhook(
  db: Db,
  webhookId: string,
  { at, cause, isMailed }: SwitchingOff,
): Promise<void> {
  const switched = await db
    .updateTable("webhooks")
    .set({ off_at: at, off_cause: cause })
    .where("webhook_id", "=", webhookId)
    .where("off_at", "is", null)
    .executeTakeFirst();
  if (switched.numUpdatedRows === 0n) return;
  await insertEvents(db, [{ at, kind: "webhook.switched-off", actor: "nobody", detail: webhookId }]);
  if (isMailed) await mailAdministrators(db, { kind: "webhook-off", webhookId, at });
}

/** Counts for each webhook, or for one. */
export async function countOpenDeliveries(db: Db, webhookId?: string): Promise<Map<string, OpenDeliveries>> {
  const rows = await db
    .selectFrom("webhooks")
    .select(["webhook_id", countOf(isWaiting).as("waiting"), countOf(isGivenUp).as("given_up")])
    .$if(webhookId !== undefined, (some) => some.where("webhook_id", "=", webhookId ?? ""))
    .execute();
  return new Map(
    rows.map(({ webhook_id, waiting, given_up }) => [
      webhook_id,
      { waiting: Number(waiting), undelivered: Number(waiting) + Number(given_up) },
    ]),
  );
}

/** A condition on a delivery, joined with its webhook. */
const isWaiting = sql<SqlBool>`delivery.next_at is not null`;
/** Given up since the webhook began to fail. Failed tests are left out. The first line is for the index. */
const isGivenUp = sql<SqlBool>`delivery.created_at >= webhooks.failing_since - ${sql.lit(TRIED_FOR_MAX_MS)}
  and delivery.state = 'given-up' and delivery.last_at >= webhooks.failing_since
  and not exists (select 1 from webhook_messages
    where webhook_messages.message_id = delivery.message_id and webhook_messages.kind = ${sql.lit(TEST_KIND)})`;

function countOf(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`(select count(*) from webhook_deliveries as delivery
    where delivery.webhook_id = webhooks.webhook_id and ${condition})`;
}

/** Queues all undelivered messages, to be sent now in their original order. Returns how many. */
export async function queueUndelivered(db: Db, webhookId: string): Promise<number> {
  const chosen = db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhooks", "webhooks.webhook_id", "delivery.webhook_id")
    .select("delivery.message_id")
    .where("delivery.webhook_id", "=", webhookId)
    .where(({ or }) => or([isWaiting, isGivenUp]));
  const queued = await db
    .updateTable("webhook_deliveries")
    .set((row) => ({ state: "waiting", attempts: 0, next_at: row.ref("created_at") }))
    .where("webhook_id", "=", webhookId)
    .where("message_id", "in", chosen)
    .executeTakeFirst();
  return Number(queued.numUpdatedRows);
}

/** Gives up all waiting messages. */
export async function dropWaiting(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "given-up", next_at: null })
    .where("webhook_id", "=", webhookId)
    .where("next_at", "is not", null)
    .execute();
}
