import { randomBytes } from "node:crypto";
import {
  formatOfAddress,
  sendsMoreAnswers,
  takesFormat,
  type WebhookFormat,
} from "#contract/manage/webhooks/webhook-formats.ts";
import {
  type AddWebhookRequest,
  type ChangeWebhookRequest,
  SECRET_OVERLAP_HOURS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookSecret,
} from "#contract/manage/webhooks/webhooks.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf, OPERATOR } from "../managers/actor.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { EventKind, StorageEvent } from "../storage/audit/events.ts";
import type { Storage } from "../storage/storage.ts";
import type { StoredWebhook, WebhookChange } from "../storage/webhooks/webhooks.ts";
import { makeSecret } from "./sign.ts";
import { type AddressProblem, readAddress } from "./webhook-address.ts";
import { toWebhookView } from "./webhook-view.ts";

/** The actor, and what the action needs. */
export type WebhookContext = {
  storage: Pick<Storage, "deliveries" | "webhooks">;
  reach: EgressPolicy;
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

/** The request without password and code. */
type WithoutProof<Request> = Omit<Request, "password" | "code">;

/** Adds a webhook; its secret appears only in the result. Throws CatalogError if it cannot be added. */
export async function addWebhook(
  context: WebhookContext,
  request: WithoutProof<AddWebhookRequest>,
): Promise<WebhookSecret> {
  const { storage, reach, actor } = context;
  const webhookId = `wh_${randomBytes(10).toString("hex")}`;
  const secret = makeSecret();
  const address = addressOf(request.address, reach);
  const { kinds, answers = "none", format = formatOfAddress(address) ?? "standard" } = request;
  refuseFormat(address, format);
  const webhook = {
    webhookId,
    address,
    kinds,
    format,
    answers,
    secret,
    madeBy: actor.actor === OPERATOR ? null : actor.actor,
    createdAt: actor.at,
  };
  const events = eventsOfAct(context, webhookId, ["webhook.added", ...answerEvents(undefined, webhook)]);
  if (!(await storage.webhooks.add(webhook, WEBHOOKS_MAX, events))) {
    throw invalid("address", `There are ${WEBHOOKS_MAX} webhooks already. Remove one first`);
  }
  return { webhookId, secret };
}

/** Oldest first. */
export async function listWebhooks(storage: Pick<Storage, "webhooks">): Promise<Webhook[]> {
  return (await storage.webhooks.list()).map(toWebhookView);
}

/** Changes a webhook. Omitted and unchanged fields stay as they are and cause no event. */
export async function changeWebhook(
  context: WebhookContext,
  webhookId: string,
  request: WithoutProof<ChangeWebhookRequest>,
): Promise<Webhook> {
  const { storage, reach, actor } = context;
  const before = await webhookOrError(storage, webhookId);
  const address = request.address === undefined ? undefined : addressOf(request.address, reach);
  const isOn = request.isOn === (before.offAt === null) ? undefined : request.isOn;
  const { kinds, answers, undelivered } = request;
  const format = request.format ?? (address === undefined ? undefined : formatOfAddress(address));
  refuseFormat(address ?? before.address, format ?? before.format);
  const change = { address, kinds, format, answers, isOn, ...(isOn && { undelivered }) };
  const kindsOfEvents = [...changeEvents(change), ...answerEvents(before, withChange(before, change))];
  const events = eventsOfAct(context, webhookId, kindsOfEvents);
  if (events.length > 0) await storage.webhooks.change({ webhookId, at: actor.at, change }, events);
  return toWebhookView(await webhookOrError(storage, webhookId));
}

/** Whether a change needs password and code. Throws NOT_FOUND if the webhook does not exist. */
export async function needsProof(
  storage: Pick<Storage, "webhooks">,
  webhookId: string,
  change: WithoutProof<ChangeWebhookRequest>,
): Promise<boolean> {
  const before = await webhookOrError(storage, webhookId);
  return sendsMoreAnswers(before, withChange(before, change));
}

function withChange(before: StoredWebhook, { address, kinds, answers }: WebhookChange) {
  return {
    address: address ?? before.address,
    kinds: kinds ?? before.kinds,
    answers: answers ?? before.answers,
  };
}

/**
 * Makes a new secret. For a day, messages are signed with the old and the new one, so that the receiver has time to
 * switch. An even older secret stops signing at once.
 */
export async function rotateSecret(
  { storage, actor }: Pick<WebhookContext, "storage" | "actor">,
  webhookId: string,
): Promise<WebhookSecret> {
  const secret = makeSecret();
  const isThere = await storage.webhooks.rotateSecret(
    { webhookId, secret, previousUntil: actor.at + OVERLAP_MS },
    [eventOf(actor, "webhook.secret-rotated", { detail: webhookId })],
  );
  if (!isThere) throw new CatalogError("NOT_FOUND");
  return { webhookId, secret };
}

export async function removeWebhook(
  { storage, actor }: Pick<WebhookContext, "storage" | "actor">,
  webhookId: string,
): Promise<void> {
  const event = eventOf(actor, "webhook.removed", { detail: webhookId });
  if (!(await storage.webhooks.remove(webhookId, [event]))) throw new CatalogError("NOT_FOUND");
}

export async function webhookOrError(
  storage: Pick<Storage, "webhooks">,
  webhookId: string,
): Promise<StoredWebhook> {
  const webhook = await storage.webhooks.find(webhookId);
  if (!webhook) throw new CatalogError("NOT_FOUND");
  return webhook;
}

function changeEvents({ address, kinds, format, answers, isOn }: WebhookChange): EventKind[] {
  const events: EventKind[] = [];
  if (address !== undefined || kinds || format || answers) events.push("webhook.changed");
  if (isOn !== undefined) events.push(isOn ? "webhook.switched-on" : "webhook.switched-off");
  return events;
}

/** Every administrator is notified of this by mail. */
function answerEvents(...targets: Parameters<typeof sendsMoreAnswers>): EventKind[] {
  return sendsMoreAnswers(...targets) ? ["webhook.answers-included"] : [];
}

function eventsOfAct({ actor }: WebhookContext, webhookId: string, kinds: EventKind[]): StorageEvent[] {
  return kinds.map((kind) => eventOf(actor, kind, { detail: webhookId }));
}

function refuseFormat(address: string, format: WebhookFormat): void {
  if (takesFormat(address, format)) return;
  throw invalid("format", "Slack accepts no other format. Choose Slack, or use another address");
}

function addressOf(text: string, reach: EgressPolicy): string {
  const read = readAddress(text, reach);
  if (read.kind === "problem") throw invalid("address", PROBLEMS[read.problem]);
  return read.url.href;
}

/** A validation error at this path of the request. */
export function invalid(path: string, message: string): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details: [{ path, message }] });
}
