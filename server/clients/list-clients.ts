import { DAY_MS } from "#contract/instants.ts";
import type { Client, ClientList, ListClientsQuery } from "#contract/manage/clients.ts";
import { toKeyViews } from "../access-keys/verify-key.ts";
import { CatalogueError } from "../http/errors.ts";
import { pageOf } from "../http/paging.ts";
import type { AskedInterview } from "../interview-file/asked-interviews.ts";
import { toPinView } from "../pins/check-pin.ts";
import { listSessions, toSessionView } from "../sessions/sessions.ts";
import type { ManagedClient } from "../storage/clients/client-list.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { Storage } from "../storage/storage.ts";
import { cursorOf, placeOf } from "./client-cursor.ts";
import { clientRow } from "./client-row.ts";

/** Who reads a list, and whose clients are on it. */
export type Reader = { scope: Scope; readerId: string };
export type Listing = {
  storage: Pick<Storage, "accessKeys" | "clients" | "pins" | "sessions">;
  asked: AskedInterview;
  clock: () => number;
  config: { stuckAfterDays: number };
};

/** A page of the clients that a scope has, with how many each filter would show. */
export async function listClients(
  { storage, asked, clock, config }: Listing,
  reader: Reader,
  query: ListClientsQuery,
): Promise<ClientList> {
  const { after, page, filter } = query;
  if (after !== undefined && page !== undefined) {
    const details = [{ path: "page", message: 'Expected either "after" or "page"' }];
    throw new CatalogueError("VALIDATION_ERROR", { details });
  }
  const limit = query.perPage ?? query.limit;
  const stuckBefore = clock() - config.stuckAfterDays * DAY_MS;
  const { clients, counts } = await storage.clients.listPage({
    ...query,
    ...reader,
    after: after === undefined ? undefined : placeOf(after, query),
    skipped: ((page ?? 1) - 1) * limit,
    limit: limit + 1,
    stuckBefore,
  });
  const { rows, next } = pageOf(clients, limit, (last) => cursorOf(last, query));
  const total = counts[filter];
  return {
    clients: rows.map((client) => ({
      ...clientRow(asked.interview, client, stuckBefore),
      hasNews: client.hasNews,
    })),
    total,
    counts,
    next,
    ...(after === undefined && { page: page ?? 1, pages: Math.max(1, Math.ceil(total / limit)) }),
  };
}

/** One client, with the facts of what lets them in. */
export async function findClient(
  { storage, asked, clock, config }: Listing,
  client: ManagedClient,
): Promise<Client> {
  const now = clock();
  const { clientId } = client;
  const keys = await storage.accessKeys.list(clientId);
  const sessions = await listSessions(storage, clientId, now);
  const row = clientRow(asked.interview, client, now - config.stuckAfterDays * DAY_MS);
  return {
    ...row,
    language: client.language,
    ...toKeyViews(keys, now),
    sessions: sessions.map((session) => ({ ...toSessionView(session), keyId: session.keyId })),
    pin: toPinView(await storage.pins.find(clientId)),
  };
}
