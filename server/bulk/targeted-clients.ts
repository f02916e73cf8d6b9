import { BULK_CLIENTS_MAX, type BulkTarget } from "#contract/manage/bulk.ts";
import { CatalogueError } from "../http/errors.ts";
import type { ListView } from "../storage/clients/client-conditions.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { Storage } from "../storage/storage.ts";

/** Who looks at the list that a selection is of. */
export type Looker = { scope: Scope; view: ListView };

/**
 * Ids of the clients that are meant; those whom the scope does not have are left out. Throws NOT_FOUND where none is left, and
 * TOO_MANY_CLIENTS.
 */
export async function targetedClients(
  { clients }: Pick<Storage, "clients">,
  by: Looker,
  on: BulkTarget,
): Promise<string[]> {
  const found =
    "ids" in on ? await clients.within(by.scope, [...new Set(on.ids)]) : await selected(clients, by, on);
  if (found.length > BULK_CLIENTS_MAX) throw new CatalogueError("TOO_MANY_CLIENTS");
  if (found.length === 0) throw new CatalogueError("NOT_FOUND");
  return found;
}

type Selected = Extract<BulkTarget, { selection: unknown }>;

async function selected(
  clients: Storage["clients"],
  by: Looker,
  { selection, except }: Selected,
): Promise<string[]> {
  const left = new Set(except);
  // one more than there may be with all that are left out, to see that there are too many
  const limit = BULK_CLIENTS_MAX + left.size + 1;
  const found = await clients.listIds({ ...selection, ...by, limit });
  return found.filter((id) => !left.has(id));
}
