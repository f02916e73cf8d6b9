import type { InfiniteData } from "@tanstack/react-query";
import type { ClientList, ClientRow } from "#contract/manage/clients.ts";

/** So many clients, from behind the cursor on. */
export type Stretch = { after: string | null; count: number };
export type ClientPages = InfiniteData<ClientList, Stretch>;

/** A client who moves between two calls is on both pages. The list shows each client once, as they are now. */
export function shownClients({ pages }: ClientPages) {
  const clients = new Map<string, ClientRow>();
  for (const client of pages.flatMap((page) => page.clients)) clients.set(client.clientId, client);
  // a page behind it only repeats what the first one counted
  const { total = 0, counts } = pages[0] ?? {};
  return { clients: [...clients.values()], total, counts };
}

/**
 * The pages with one of them as it is now. While the list `isHeld`, somebody is about to press a line: then lines change
 * where they are, and none of them comes, goes or moves.
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
