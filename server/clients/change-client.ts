import { CatalogueError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import { type ClientFacts, EXTERNAL_ID_TAKEN } from "../storage/clients/clients.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import type { Storage } from "../storage/storage.ts";

const CHANGEABLE = [
  "name",
  "email",
  "contact",
  "externalId",
  "dueOn",
  "language",
  "managerId",
  "getsReminders",
] as const;

/** Changes what differs; a client who is changed into the same is left alone. Throws EXTERNAL_ID_TAKEN. */
export async function changeClient(
  { clients }: Pick<Storage, "clients">,
  client: ManagedClient,
  wished: ClientFacts,
  actor: Actor,
): Promise<void> {
  const { clientId } = client;
  const changed = CHANGEABLE.filter((name) => wished[name] !== undefined && wished[name] !== client[name]);
  if (changed.length === 0) return;
  const facts = Object.fromEntries(changed.map((name) => [name, wished[name]]));
  const event = eventOf(actor, "client.changed", { clientId, detail: changed.join(" ") });
  const outcome = await clients.change(clientId, facts, [event]);
  if (outcome === EXTERNAL_ID_TAKEN) throw new CatalogueError("EXTERNAL_ID_TAKEN");
}
