import type { PatchClientRequest } from "#contract/manage/clients.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import { type ClientFacts, EXTERNAL_ID_TAKEN } from "../storage/clients/clients.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import { foldedName } from "../storage/engine/normalized-name.ts";
import type { Storage } from "../storage/storage.ts";
import { fieldChanges } from "./fields.ts";

const CHANGEABLE = [
  "name",
  "email",
  "contact",
  "externalId",
  "phone",
  "website",
  "dueOn",
  "language",
  "managerId",
  "getsReminders",
] as const;

type Patching = Pick<Storage, "clients" | "fields">;

/** Changes the facts, tags and own fields that differ. Throws CatalogError if a change is refused. */
export async function patchClient(
  { clients, fields }: Patching,
  client: ManagedClient,
  { tags, fields: wished = {}, ...facts }: PatchClientRequest,
  actor: Actor,
): Promise<void> {
  const { clientId } = client;
  const changed = changedFacts(client, facts);
  const values =
    Object.keys(wished).length === 0
      ? []
      : fieldChanges(await fields.list(), await fields.listValues(clientId), wished);
  const areTagsSame = tags === undefined || areTagsOf(client, tags);
  const names = [
    ...Object.keys(changed),
    ...(areTagsSame ? [] : ["tags"]),
    ...(values.length > 0 ? ["fields"] : []),
  ];
  if (names.length === 0) return;
  const event = eventOf(actor, "client.changed", { clientId, detail: names.join(" ") });
  const patch = { clientId, facts: changed, tags, fields: values, at: actor.at, events: [event] };
  const outcome = await clients.patch(patch);
  if (outcome === EXTERNAL_ID_TAKEN) throw new CatalogError("EXTERNAL_ID_TAKEN");
  if (outcome === "too-many-tags") throw new CatalogError("TOO_MANY_TAGS");
  if (outcome === "gone") throw new CatalogError("NOT_FOUND");
}

/** Changes the facts that differ; does nothing if all are the same. Throws EXTERNAL_ID_TAKEN. */
export async function changeClient(
  { clients }: Pick<Storage, "clients">,
  client: ManagedClient,
  wished: ClientFacts,
  actor: Actor,
): Promise<void> {
  const { clientId } = client;
  const facts = changedFacts(client, wished);
  const names = Object.keys(facts);
  if (names.length === 0) return;
  const event = eventOf(actor, "client.changed", { clientId, detail: names.join(" ") });
  const outcome = await clients.change(clientId, facts, [event]);
  if (outcome === EXTERNAL_ID_TAKEN) throw new CatalogError("EXTERNAL_ID_TAKEN");
}

function areTagsOf({ tags }: ManagedClient, wished: readonly string[]): boolean {
  const known = new Set(tags.map(({ name }) => foldedName(name)));
  const others = new Set(wished.map(foldedName));
  return known.size === others.size && [...others].every((name) => known.has(name));
}

function changedFacts(client: ManagedClient, wished: ClientFacts): ClientFacts {
  const changed = CHANGEABLE.filter((name) => wished[name] !== undefined && wished[name] !== client[name]);
  return Object.fromEntries(changed.map((name) => [name, wished[name]]));
}
