import fc from "fast-check";
import { includedAnswers, webhookFormats } from "#contract/manage/webhooks/webhook-formats.ts";
import type { MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import { undeliveredActs } from "#contract/manage/webhooks/webhooks.ts";
import type { DeliveryResult } from "../../../server/storage/webhooks/deliveries.ts";
import { deliverJobKey, dueJob, jobOf, savedJobKey } from "./jobs.ts";
import {
  anEvent,
  call,
  clientId,
  DAY,
  life,
  managerId,
  orNull,
  plainCall,
  SECOND,
  type Side,
  seldom,
  untilNone,
  webhookId,
  whole,
} from "./pool.ts";

const KINDS: MessageKind[] = ["client.created", "record.saved", "record.submitted", "answer.asked_back"];
const kinds = fc.oneof(fc.constant(KINDS), fc.subarray(KINDS, { minLength: 1 }));
const address = fc.constantFrom("https://a.example/", "https://b.example/?söhne=👍");
const format = fc.constantFrom(...webhookFormats);
const answers = fc.constantFrom(...includedAnswers);
const tried = fc.constantFrom("delivered", "again", "given-up", "gone");
const nth = fc.nat(3);
/** More than any sequence makes. */
const ALL = 200;

function resultOf(how: string, { attempts, at }: { attempts: number; at: number }): DeliveryResult {
  const result = { attempts: attempts + 1, lastAt: at, durationMs: 2 ** 33, status: null, cause: null };
  if (how === "delivered") return { ...result, state: "delivered", nextAt: null, status: 204 };
  if (how === "again") return { ...result, state: "waiting", nextAt: at + 61 * SECOND, cause: "timed-out" };
  return { ...result, state: "given-up", nextAt: null, status: 410 };
}

/** Whether two waiting messages are due at the same moment, so that either may be sent first. */
async function hasTie({ engine }: Side, id: string): Promise<boolean> {
  const rows = await engine.read((db) =>
    db
      .selectFrom("webhook_deliveries")
      .select("next_at")
      .where("webhook_id", "=", id)
      .where("next_at", "is not", null)
      .execute(),
  );
  return new Set(rows.map((row) => row.next_at)).size < rows.length;
}

/** Sends the due messages one after the other, as a webhook's job does. */
async function deliver(side: Side, { id, how }: { id: string; how: string }, at: number) {
  const messages: { messageId: string }[] = [];
  // only the first message finds that the receiver is gone, so it must be clear which message is first
  const isGone = how === "gone" && !(await hasTie(side, id));
  for (let turn = 0; turn < 10; turn++) {
    const job = await dueJob(side, deliverJobKey(id), at);
    const due = await side.storage.deliveries.next(id, at);
    if (!due)
      return { messages: byMessage(messages), turn: await side.storage.deliveries.awaitTurn(job, id) };
    const result = resultOf(how, { attempts: due.attempts, at });
    const name = { messageId: due.messageId, webhookId: id };
    const settled = await side.storage.deliveries.settle(job, name, {
      result,
      switchesOff: isGone,
      isMailed: true,
    });
    messages.push(Object.assign(due, { settled }));
    if (!settled) break;
  }
  return { messages: byMessage(messages) };
}

const byMessage = (messages: { messageId: string }[]) =>
  messages.toSorted((one, other) => (one.messageId < other.messageId ? -1 : 1));

async function nthDelivery({ storage }: Side, id: string, place: number) {
  return (await storage.deliveries.list(id, { limit: ALL }))[place];
}

export const webhookCalls = {
  "webhooks.add": call(
    fc.record({
      webhookId,
      address,
      kinds,
      format,
      answers,
      madeBy: orNull(managerId),
      max: fc.integer({ min: 1, max: 3 }),
    }),
    ({ storage }, { max, ...webhook }, at) =>
      storage.webhooks.add({ ...webhook, secret: `secret of ${webhook.webhookId}`, createdAt: at }, max, [
        anEvent("webhook.added", at, { detail: webhook.webhookId }),
      ]),
  ),
  "webhooks.list": plainCall(({ storage }) => storage.webhooks.list()),
  "webhooks.find": call(webhookId, ({ storage }, id) => storage.webhooks.find(id)),
  "webhooks.findTarget": call(webhookId, ({ storage }, id, at) => storage.webhooks.findTarget(id, at)),
  "webhooks.change": call(
    fc.record({
      webhookId,
      change: fc
        .record({
          address: seldom(address),
          kinds: seldom(kinds),
          format: seldom(format),
          answers: seldom(answers),
          isOn: seldom(fc.boolean()),
        })
        .filter((change) => Object.values(change).some((value) => value !== undefined))
        .chain((change) =>
          change.isOn
            ? fc
                .record({ undelivered: seldom(fc.constantFrom(...undeliveredActs)) })
                .map((more) => ({ ...change, ...more }))
            : fc.constant(change),
        ),
    }),
    ({ storage }, args, at) => storage.webhooks.change({ ...args, at }, [anEvent("webhook.changed", at)]),
  ),
  "webhooks.retry": call(webhookId, ({ storage }, id, at) =>
    storage.webhooks.retry({ webhookId: id, at }, [anEvent("webhook.retried", at, { detail: id })]),
  ),
  "webhooks.includeAnswers": plainCall(({ storage }) => storage.webhooks.includeAnswers()),
  "webhooks.rotateSecret": call(fc.record({ webhookId, life }), ({ storage }, args, at) =>
    storage.webhooks.rotateSecret(
      { webhookId: args.webhookId, secret: `secret of ${at}`, previousUntil: at + args.life },
      [anEvent("webhook.secret-rotated", at)],
    ),
  ),
  "webhooks.remove": call(webhookId, ({ storage }, id, at) =>
    storage.webhooks.remove(id, [anEvent("webhook.removed", at)]),
  ),
  "webhooks.dropReplacedSecrets": plainCall(({ storage }, at) => storage.webhooks.dropReplacedSecrets(at)),
};

export const deliveryCalls = {
  "deliveries.next": call(webhookId, async (side, id, at) =>
    (await hasTie(side, id)) ? "any of several" : side.storage.deliveries.next(id, at),
  ),
  "deliveries.settle": call(fc.record({ id: webhookId, how: tried }), deliver),
  "deliveries.awaitTurn": call(webhookId, (side, id) =>
    side.storage.deliveries.awaitTurn(jobOf(side, deliverJobKey(id)), id),
  ),
  "deliveries.addSent": call(
    fc.record({ webhookId, messageId: fc.constantFrom("msg_0", "msg_f"), durationMs: whole }),
    ({ storage }, { durationMs, ...name }, at) =>
      storage.deliveries.addSent(
        { ...name, kind: "webhook.test", body: "{}", createdAt: at },
        { state: "delivered", attempts: 1, nextAt: null, lastAt: at, status: 200, cause: null, durationMs },
        [anEvent("webhook.tested", at)],
      ),
  ),
  "deliveries.redeliver": call(fc.record({ webhookId, nth }), async (side, args, at) => {
    const { messageId = "msg_none" } = (await nthDelivery(side, args.webhookId, args.nth)) ?? {};
    const events = [anEvent("webhook.redelivered", at)];
    return side.storage.deliveries.redeliver({ webhookId: args.webhookId, messageId, at }, events);
  }),
  "deliveries.revisionBefore": call(
    fc.record({ clientId, kind: fc.constantFrom(...KINDS), revision: fc.nat(5) }),
    ({ storage }, message) => storage.deliveries.revisionBefore(message),
  ),
  "deliveries.list": call(
    fc.record({ webhookId, nth: seldom(nth), limit: fc.integer({ min: 1, max: 3 }) }),
    async (side, args) => {
      const after = args.nth === undefined ? undefined : await nthDelivery(side, args.webhookId, args.nth);
      return side.storage.deliveries.list(args.webhookId, { after, limit: args.limit });
    },
  ),
  "deliveries.dropMessages": call(
    fc.oneof(fc.record({ ago: life }), fc.record({ clientId })),
    ({ storage }, which, at) => {
      const chosen = "ago" in which ? { before: at - which.ago } : which;
      return untilNone(() => storage.deliveries.dropMessages(chosen, 2));
    },
  ),
  "webhooks.announceInactive": call(life, ({ storage }, ago, at) =>
    storage.webhooks.announceInactive({ lastActive: { since: 0, before: at - ago }, now: at, limit: ALL }),
  ),
  "webhooks.announceSaved": call(clientId, async (side, id, at) => {
    // a save within the same minute postpones the job
    const job = await dueJob(side, savedJobKey(id), at + DAY);
    return side.storage.webhooks.announceSaved(job, { clientId: id, now: at });
  }),
};
