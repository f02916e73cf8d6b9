import type { InfiniteData } from "@tanstack/react-query";
import type { ClientList, ClientRow } from "#contract/manage/clients.ts";

/** The cursor and the length of a page of the list. */
export type ClientPageParam = { after: string | null; count: number };
export type ClientPages = InfiniteData<ClientList, ClientPageParam>;

/**
 * Merges the pages. A client that moved between two calls is on both pages, and is listed once, with the newest data.
 */
export function shownClients({ pages }: ClientPages) {
  const clients = new Map<string, ClientRow>();
  for (const client of pages.flatMap((page) => page.clients)) clients.set(client.clientId, client);
  // the first page is the only one with fresh counts
  const { total = 0, counts } = pages[0] ?? {};
  return { clients: [...clients.values()], total, counts };
}

/**
 * Replaces one page with fresh data. While the list `isHeld`, the user is about to press a row: rows are then updated
 * in place, and no row appears, disappears or moves.
 */
export function withFresh(
  { pages, pageParams }: ClientPages,
  place: number,
  fresh: ClientList,
  isHeld: boolean,
): ClientPages {
  const counted = place === 0 ? fresh : pages[0];
  const now = new Map(fresh.clients.map((client) => [client.clientId, client]));
  const updated = pages.map((page, index) => {
    if (index === place && !isHeld) return fresh;
    const clients = page.clients.map((client) => now.get(client.clientId) ?? client);
    return index === 0 && counted
      ? { ...page, clients, total: counted.total, counts: counted.counts }
      : { ...page, clients };
  });
  return { pages: updated, pageParams };
}
