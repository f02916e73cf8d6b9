import { randomBytes, randomInt } from "node:crypto";
import { ACCESS_KEY_SYMBOLS, formatAccessKey, parseAccessKey } from "#contract/api/access-key.ts";
import { DAY_MS, MINUTE_MS } from "#contract/instants.ts";
import {
  ACCESS_KEY_LIFETIME_DAYS,
  HAND_OVER_MINUTES,
  HELPER_LINK_DAYS,
  PASSKEY_LIFETIME_DAYS,
} from "#contract/limits.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf, OPERATOR } from "../managers/actor.ts";
import type { NewKey } from "../storage/access/access-keys.ts";
import type { NewPasskey } from "../storage/access/passkeys.ts";
import type { StorageEvent } from "../storage/audit/events.ts";
import { type ClientFacts, EXTERNAL_ID_TAKEN } from "../storage/clients/clients.ts";
import type { FieldChange } from "../storage/clients/fields.ts";
import type { SaveCommand } from "../storage/records/save-records.ts";
import type { Storage } from "../storage/storage.ts";
import { hashSecret, type Secrets } from "./secrets.ts";

export type IssueKeyContext = {
  storage: Pick<Storage, "accessKeys" | "clients">;
  secrets: Secrets;
  now: number;
  /** The actor for the audit trail; the operator by default. */
  actor?: Actor;
};

export type NewClientFacts = Omit<ClientFacts, "name"> & {
  name: string;
  interviewId?: string | undefined;
  tags?: readonly string[];
  fields?: readonly FieldChange[];
  /** Makes the first save of a client who starts with answers. */
  begin?: ((clientId: string) => { save: SaveCommand; events: StorageEvent[] }) | undefined;
};

export type IssuedKey = { keyId: string; accessKey: string; expiresAt: number };
export type NewClientWithKey = IssuedKey & { clientId: string };

/** Adds a client with a first key, which appears only in the result. Throws EXTERNAL_ID_TAKEN. */
export async function addClient(context: IssueKeyContext, facts: NewClientFacts): Promise<NewClientWithKey> {
  const [added] = await addClients(context, [facts]);
  if (!added) throw new Error("One client makes one result");
  return added;
}

/** Adds all clients or none, each with a first key. Throws EXTERNAL_ID_TAKEN. */
export async function addClients(context: IssueKeyContext, facts: NewClientFacts[]) {
  const make = (each: NewClientFacts) => {
    const made = makeClient(context, each);
    return { ...made, ...makeFirstKey(context, made), facts: each };
  };
  let made = facts.map(make);
  let taken = await context.storage.clients.addMany(made);
  while (taken !== EXTERNAL_ID_TAKEN && taken.size > 0) {
    const again = taken;
    made = made.map((each) => (again.has(each.key.keyId) ? make(each.facts) : each));
    taken = await context.storage.clients.addMany(made);
  }
  if (taken === EXTERNAL_ID_TAKEN) throw new CatalogError("EXTERNAL_ID_TAKEN");
  return made.map(({ client: { clientId, name, email = null }, issuedKey }) => ({
    clientId,
    ...issuedKey,
    name,
    email,
  }));
}

/**
 * Adds all clients or none, and returns their ids. They cannot sign in until they are invited. Throws
 * EXTERNAL_ID_TAKEN.
 */
export async function addClientsWithoutKey(
  context: IssueKeyContext,
  facts: NewClientFacts[],
): Promise<string[]> {
  const made = facts.map((each) => makeClient(context, each));
  if ((await context.storage.clients.addMany(made)) === EXTERNAL_ID_TAKEN)
    throw new CatalogError("EXTERNAL_ID_TAKEN");
  return made.map(({ client }) => client.clientId);
}

function makeClient({ now, actor = operator(now) }: IssueKeyContext, { begin, ...facts }: NewClientFacts) {
  const clientId = randomId();
  const draftKey = randomBytes(32).toString("base64url");
  const { save, events = [] } = begin?.(clientId) ?? {};
  return {
    client: { ...facts, clientId, createdAt: now, draftKey },
    save,
    events: [eventOf(actor, "client.added", { clientId }), ...events],
  };
}

function makeFirstKey(
  { secrets, now, actor = operator(now) }: IssueKeyContext,
  { client: { clientId }, events }: ReturnType<typeof makeClient>,
) {
  const { accessKey, stored } = makeKey(secrets, { clientId, now, days: ACCESS_KEY_LIFETIME_DAYS });
  return {
    key: stored,
    events: [...events, eventOf(actor, "key.issued", { clientId, keyId: stored.keyId })],
    issuedKey: issued(accessKey, stored),
  };
}

type KeyContext = Omit<IssueKeyContext, "storage"> & { storage: Pick<Storage, "accessKeys"> };

/** Issues another key for a client. */
export function issueKey(
  context: KeyContext,
  clientId: string,
  days: number = ACCESS_KEY_LIFETIME_DAYS,
): Promise<IssuedKey> {
  return addKey(context, { clientId, days });
}

/**
 * Issues the key of a sign-in link, which works in the first browser that uses it. `mailId`: the mail that contains the
 * link.
 */
export function issueLinkKey(
  context: KeyContext,
  { clientId, days, mailId = null }: { clientId: string; days: number; mailId?: string | null },
): Promise<IssuedKey> {
  return addKey(context, { clientId, days, kind: "mailed", mailId });
}

/** Issues a key that signs in one other device. Its sessions end with the session in which it was made. */
export function issueHandOverKey(
  context: KeyContext,
  { clientId, sessionsUntil }: { clientId: string; sessionsUntil: number },
): Promise<IssuedKey> {
  const days = (HAND_OVER_MINUTES * MINUTE_MS) / DAY_MS;
  return addKey(context, { clientId, days, kind: "hand-over", sessionsUntil });
}

/** Makes a key for a helper, which works in the first browser that uses it. The caller stores it with the helper. */
export function makeHelperKey(
  { secrets, now }: Pick<IssueKeyContext, "secrets" | "now">,
  clientId: string,
): { accessKey: string; key: NewKey } {
  const { accessKey, stored } = makeKey(secrets, { clientId, now, days: HELPER_LINK_DAYS });
  return { accessKey, key: { ...stored, kind: "helper" } };
}

/**
 * Adds a passkey to a client, as a key whose secret is discarded at once. Returns its id; undefined if the server
 * already has this passkey.
 */
export async function addPasskey(
  context: IssueKeyContext & { actor: Actor },
  clientId: string,
  passkey: NewPasskey,
): Promise<string | undefined> {
  const { storage, secrets, now, actor } = context;
  const { stored } = makeKey(secrets, { clientId, now, days: PASSKEY_LIFETIME_DAYS });
  const key: NewKey = { ...stored, kind: "passkey" };
  const { keyId } = key;
  const added = eventOf(actor, "key.issued", { clientId, keyId, detail: "passkey" });
  const outcome = await storage.accessKeys.addPasskey({ key, passkey }, [added], (earlier) =>
    eventOf(actor, "key.revoked", { clientId, keyId: earlier }),
  );
  if (outcome === "key-taken") return addPasskey(context, clientId, passkey);
  return outcome === undefined ? keyId : undefined;
}

type KeyWish = Pick<NewKey, "clientId" | "kind" | "mailId" | "sessionsUntil"> & { days: number };

async function addKey(context: KeyContext, { clientId, days, ...wish }: KeyWish): Promise<IssuedKey> {
  const { storage, secrets, now, actor = operator(now) } = context;
  const { accessKey, stored } = makeKey(secrets, { clientId, now, days });
  const { keyId } = stored;
  const event = eventOf(actor, "key.issued", { clientId, keyId, ...(wish.kind && { detail: wish.kind }) });
  const taken = await storage.accessKeys.add({ ...stored, ...wish }, [event]);
  return taken.size > 0 ? addKey(context, { clientId, days, ...wish }) : issued(accessKey, stored);
}

function operator(at: number): Actor {
  return { actor: OPERATOR, at };
}

type KeyFacts = { clientId: string; now: number; days: number };

/** Key ids have 25 bits, so a large installation sometimes draws one that is taken. */
function makeKey(secrets: Secrets, { clientId, now, days }: KeyFacts): { accessKey: string; stored: NewKey } {
  const symbols = Array.from({ length: ACCESS_KEY_SYMBOLS }, () => randomInt(32));
  const accessKey = formatAccessKey(symbols);
  const { keyId, secret } = parseAccessKey(accessKey) ?? {};
  const secretHash = secret && hashSecret(secrets, secrets.currentPepper, secret);
  if (!keyId || !secretHash) throw new Error("A new access key does not parse");
  const pepperId = secrets.currentPepper;
  const expiresAt = now + days * DAY_MS;
  return { accessKey, stored: { keyId, clientId, secretHash, pepperId, createdAt: now, expiresAt } };
}

function issued(accessKey: string, { keyId, expiresAt }: NewKey): IssuedKey {
  return { keyId, accessKey, expiresAt };
}

/** 80 random bits: short enough to type in a command. */
function randomId(): string {
  return `cl_${randomBytes(10).toString("hex")}`;
}

/** The link with an access key in its fragment, which browsers send to no server, so that no log contains it. */
export function keyLink({ publicUrl }: { publicUrl: string }, accessKey: string): string {
  return `${publicUrl}/#key=${accessKey}`;
}
