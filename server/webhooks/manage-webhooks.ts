import { randomBytes } from "node:crypto";
import {
  type AddWebhookRequest,
  type ChangeWebhookRequest,
  SECRET_OVERLAP_HOURS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookSecret,
} from "#contract/manage/webhooks/webhooks.ts";
import { CatalogueError } from "../http/errors.ts";
import { type Actor, eventOf, OPERATOR } from "../managers/actor.ts";
import type { Reach } from "../outgoing/egress-policy.ts";
import type { EventKind } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";
import type { StoredWebhook, WebhookChange } from "../storage/webhooks/webhooks.ts";
import { makeSecret } from "./sign.ts";
import { type AddressProblem, readAddress } from "./webhook-address.ts";
import { toWebhookView } from "./webhook-view.ts";

/** Who acts, and on what. */
export type WebhookActing = {
  storage: Pick<Storage, "deliveries" | "webhooks">;
  reach: Reach;
  actor: Actor;
};

const OVERLAP_MS = SECRET_OVERLAP_HOURS * 3_600_000;

const PROBLEMS: { [Problem in AddressProblem]: string } = {
  "not-an-address": "Expected a whole address, such as https://example.com/hook",
  "not-http": "Expected an address that begins with https://",
  credentials: "Leave out the name and the password before the @: each message is signed instead",
  "plain-http": "Expected https://; the operator can allow http with FIRSTHAND_WEBHOOKS_PRIVATE",
  "address-refused":
    "This is a private or reserved address; the operator can allow those with FIRSTHAND_WEBHOOKS_PRIVATE",
};

/** The secret is in the result and nowhere else. Throws what the catalogue says of one that cannot be added. */
export async function addWebhook(acting: WebhookActing, request: AddWebhookRequest): Promise<WebhookSecret> {
  const { storage, reach, actor } = acting;
  const webhookId = `wh_${randomBytes(10).toString("hex")}`;
  const secret = makeSecret();
  const webhook = {
    webhookId,
    address: addressOf(request.address, reach),
    kinds: request.kinds,
    secret,
    madeBy: actor.actor === OPERATOR ? null : actor.actor,
    createdAt: actor.at,
  };
  const event = eventOf(actor, "webhook.added", { detail: webhookId });
  if (!(await storage.webhooks.add(webhook, WEBHOOKS_MAX, [event]))) {
    throw invalid("address", `There are ${WEBHOOKS_MAX} webhooks already. Remove one first`);
  }
  return { webhookId, secret };
}

/** Oldest first. */
export async function listWebhooks(storage: Pick<Storage, "webhooks">): Promise<Webhook[]> {
  return (await storage.webhooks.list()).map(toWebhookView);
}

/** What is left out, or is so already, stays as it is, and is no event. */
export async function changeWebhook(
  acting: WebhookActing,
  webhookId: string,
  request: ChangeWebhookRequest,
): Promise<Webhook> {
  const { storage, reach, actor } = acting;
  const before = await webhookOrError(storage, webhookId);
  const address = request.address === undefined ? undefined : addressOf(request.address, reach);
  const isOn = request.isOn === (before.offAt === null) ? undefined : request.isOn;
  const change = { address, kinds: request.kinds, isOn };
  const events = eventsOf(change).map((kind) => eventOf(actor, kind, { detail: webhookId }));
  if (events.length > 0) await storage.webhooks.change({ webhookId, at: actor.at, change }, events);
  return toWebhookView(await webhookOrError(storage, webhookId));
}

/**
 * Messages carry signatures by both secrets for a day, so that the receiver can take the new one at leisure. One that was
 * replaced before signs no more.
 */
export async function rotateSecret(
  { storage, actor }: Pick<WebhookActing, "storage" | "actor">,
  webhookId: string,
): Promise<WebhookSecret> {
  const secret = makeSecret();
  const isThere = await storage.webhooks.rotateSecret(
    { webhookId, secret, previousUntil: actor.at + OVERLAP_MS },
    [eventOf(actor, "webhook.secret-rotated", { detail: webhookId })],
  );
  if (!isThere) throw new CatalogueError("NOT_FOUND");
  return { webhookId, secret };
}

export async function removeWebhook(
  { storage, actor }: Pick<WebhookActing, "storage" | "actor">,
  webhookId: string,
): Promise<void> {
  const event = eventOf(actor, "webhook.removed", { detail: webhookId });
  if (!(await storage.webhooks.remove(webhookId, [event]))) throw new CatalogueError("NOT_FOUND");
}

export async function webhookOrError(
  storage: Pick<Storage, "webhooks">,
  webhookId: string,
): Promise<StoredWebhook> {
  const webhook = await storage.webhooks.find(webhookId);
  if (!webhook) throw new CatalogueError("NOT_FOUND");
  return webhook;
}

function eventsOf({ address, kinds, isOn }: WebhookChange): EventKind[] {
  const events: EventKind[] = [];
  if (address !== undefined || kinds) events.push("webhook.changed");
  if (isOn !== undefined) events.push(isOn ? "webhook.switched-on" : "webhook.switched-off");
  return events;
}

function addressOf(text: string, reach: Reach): string {
  const read = readAddress(text, reach);
  if (read.kind === "problem") throw invalid("address", PROBLEMS[read.problem]);
  return read.url.href;
}

/** A fault in what was asked, at this place of the request. */
export function invalid(path: string, message: string): CatalogueError {
  return new CatalogueError("VALIDATION_ERROR", { details: [{ path, message }] });
}
