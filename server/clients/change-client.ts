import { type Actor, eventOf } from "../managers/actor.ts";
import type { ManagedClient } from "../storage/clients/client-list.ts";
import type { ClientFacts } from "../storage/clients/clients.ts";
import type { Storage } from "../storage/storage.ts";

/** Changes what differs; a client who is changed into the same is left alone. */
export async function changeClient(
  storage: Pick<Storage, "clients">,
  client: ManagedClient,
  wished: ClientFacts,
  actor: Actor,
): Promise<void> {
  const names = ["name", "email", "managerId"] as const;
  const changed = names.filter((name) => wished[name] !== undefined && wished[name] !== client[name]);
  if (changed.length === 0) return;
  const facts = Object.fromEntries(changed.map((name) => [name, wished[name]]));
  const event = eventOf(actor, "client.changed", { clientId: client.clientId, detail: changed.join(" ") });
  await storage.clients.change(client.clientId, facts, [event]);
}
