import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { PAGE_MAX } from "#contract/api/paging.ts";
import type { ClientList, ClientRow, ClientSelection } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CLIENTS_PER_PAGE } from "#contract/manage/limits.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import type { ClientQuery } from "./use-client-query.ts";

export const CLIENTS = "clients";

/** So many clients, from behind the cursor on. */
type Stretch = { after: string | null; count: number };

/** The clients of a selection from its first on, kept up to date while they are looked at; at first as many as are asked for. */
export function useClients({ shown, ...selection }: ClientQuery) {
  return useInfiniteQuery({
    queryKey: [CLIENTS, selection],
    queryFn: ({ pageParam }) => readStretch(selection, pageParam),
    initialPageParam: { after: null, count: shown } as Stretch,
    getNextPageParam: ({ next }) => (next === null ? null : { after: next, count: CLIENTS_PER_PAGE }),
    select: shownClients,
    // each stretch is a call, and their number a minute stays the same
    refetchInterval: ({ state }) => LIVE_MS * (state.data?.pages.length ?? 1),
    placeholderData: keepPreviousData,
  });
}

async function readStretch(selection: ClientSelection, { after, count }: Stretch): Promise<ClientList> {
  const limit = Math.min(count, PAGE_MAX);
  const page = await call(manageEndpoints.listClients, {
    query: { ...selection, limit, ...(after !== null && { after }) },
  });
  if (page.next === null || count <= limit) return page;
  const rest = await readStretch(selection, { after: page.next, count: count - limit });
  return { ...rest, clients: [...page.clients, ...rest.clients] };
}

/** A client who moves between two calls is on both pages. The list shows each client once, as they are now. */
function shownClients({ pages }: InfiniteData<ClientList>) {
  const clients = new Map<string, ClientRow>();
  for (const client of pages.flatMap((page) => page.clients)) clients.set(client.clientId, client);
  const { total = 0, counts } = pages.at(-1) ?? {};
  return { clients: [...clients.values()], total, counts };
}
