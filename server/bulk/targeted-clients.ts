import { BULK_CLIENTS_MAX, type BulkTarget } from "#contract/manage/bulk.ts";
import { CatalogError } from "../http/errors.ts";
import type { ListViewer } from "../storage/clients/client-conditions.ts";
import type { Storage } from "../storage/storage.ts";

/**
 * The ids of the targeted clients, without those outside the scope. Throws NOT_FOUND if no client is left, and
 * TOO_MANY_CLIENTS.
 */
export async function targetedClients(
  { clients }: Pick<Storage, "clients">,
  by: ListViewer,
  on: BulkTarget,
): Promise<string[]> {
  const found =
    "ids" in on ? await clients.within(by.scope, [...new Set(on.ids)]) : await selected(clients, by, on);
  if (found.length > BULK_CLIENTS_MAX) throw new CatalogError("TOO_MANY_CLIENTS");
  if (found.length === 0) throw new CatalogError("NOT_FOUND");
  return found;
}

type Selected = Extract<BulkTarget, { selection: unknown }>;

async function selected(
  clients: Storage["clients"],
  by: ListViewer,
  { selection, except }: Selected,
): Promise<string[]> {
  const left = new Set(except);
  // one more than the maximum plus all exceptions, to detect that there are too many
  const limit = BULK_CLIENTS_MAX + left.size + 1;
  const found = await clients.listIds({ ...selection, ...by, limit });
  return found.filter((id) => !left.has(id));
}
