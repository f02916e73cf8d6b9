import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { RefObject } from "react";
import { PAGE_MAX } from "#contract/api/paging.ts";
import type { ClientList, ClientSelection } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { type ClientPageParam, type ClientPages, shownClients, withFresh } from "./client-pages.ts";
import { placeIn } from "./list-place.ts";
import { selectionIn } from "./use-client-query.ts";

export const CLIENTS = "clients";
/** How many clients are fetched at once while scrolling down. */
export const CLIENTS_AT_ONCE = 100;

/** A selection, and a comma-separated list of the IDs of custom fields whose values to include. */
export type ClientListQuery = { selection: ClientSelection; fields?: string | undefined };

const keyOf = ({ selection, fields = "" }: ClientListQuery) => [CLIENTS, "list", selection, fields];

/** The first page has at least `shown` clients. */
function clientsQuery(listed: ClientListQuery, shown: number) {
  return infiniteQueryOptions({
    queryKey: keyOf(listed),
    queryFn: ({ pageParam }) => readClientPage(listed, pageParam),
    initialPageParam: { after: null, count: Math.max(shown, CLIENTS_AT_ONCE) } as ClientPageParam,
    getNextPageParam: ({ next }) => (next === null ? null : { after: next, count: CLIENTS_AT_ONCE }),
    // `useLiveClients` refreshes the visible pages instead
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The clients of a selection, page by page. The first page has at least `shown` clients. */
export function useClients(listed: ClientListQuery, shown: number) {
  return useInfiniteQuery({
    ...clientsQuery(listed, shown),
    select: shownClients,
    placeholderData: keepPreviousData,
  });
}

/**
 * Requests the list that the URL shows, if it shows one. The page itself would request it last, after everything that
 * the rail shows.
 */
export async function prefetchClients(queries: QueryClient): Promise<void> {
  if (location.pathname.replace(/\/$/, "") !== "/console") return;
  const selection = selectionIn(new URLSearchParams(location.search));
  await queries.prefetchInfiniteQuery(clientsQuery({ selection }, placeIn(history.state)?.shown ?? 0));
}

/**
 * The list as it was when a client's page was opened from it (`at`, epoch milliseconds), so that handled clients keep
 * their positions. It is fetched if it is no longer in memory. Without `at`, there are no clients.
 */
export function useClientsAsLeft(selection: ClientSelection, at: number | undefined) {
  const queries = useQueryClient();
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    // not under the CLIENTS key, which every action refetches
    queryKey: ["clients-as-left", selection, at],
    queryFn: ({ pageParam }) => readClientPage({ selection }, pageParam),
    initialPageParam: { after: null, count: CLIENTS_AT_ONCE } as ClientPageParam,
    getNextPageParam: ({ next }) => (next === null ? null : { after: next, count: CLIENTS_AT_ONCE }),
    initialData: () => (at === undefined ? undefined : pagesOf(queries, selection)),
    select: shownClients,
    enabled: at !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ids = data?.clients.map(({ clientId }) => clientId) ?? [];
  return { ids, total: data?.total ?? 0, hasNextPage, fetchNextPage };
}

/** The list as it was last loaded, with any set of fields. */
function pagesOf(queries: QueryClient, selection: ClientSelection): ClientPages | undefined {
  const list = hashKey([CLIENTS, "list", selection]);
  const found = queries.getQueriesData<ClientPages>({
    queryKey: [CLIENTS, "list"],
    predicate: ({ queryKey }) => hashKey(queryKey.slice(0, 3)) === list,
  });
  return found.findLast(([, pages]) => pages !== undefined)?.[1];
}

/** The indexes of the first and the last visible row, and whether the user is about to press a row. */
export type VisibleRows = { first: number; last: number; isHeld: () => boolean };

/** Refetches the visible pages at short intervals while the list is on the screen. */
export function useLiveClients(listed: ClientListQuery, sight: RefObject<VisibleRows>) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["live-clients", listed],
    async queryFn() {
      const before = queries.getQueryData<ClientPages>(keyOf(listed));
      for (const place of placesIn(before, sight.current)) {
        const stretch = before?.pageParams[place];
        if (!stretch) continue;
        const fresh = await readClientPage(listed, stretch);
        // the server answered that the page is unchanged
        if (fresh === before?.pages[place]) continue;
        const isHeld = sight.current.isHeld();
        queries.setQueryData<ClientPages>(
          keyOf(listed),
          (pages) => pages && withFresh(pages, place, fresh, isHeld),
        );
      }
      return Date.now();
    },
    refetchInterval: LIVE_MS,
    // counts the list's own load as the last refresh: a list that was just loaded waits, and a cached one is refreshed
    // at once
    initialData: Date.now,
    initialDataUpdatedAt: () => queries.getQueryState(keyOf(listed))?.dataUpdatedAt ?? Date.now(),
    staleTime: LIVE_MS,
    gcTime: 0,
  });
}

/** The indexes of pages with visible rows. */
function placesIn(pages: ClientPages | undefined, { first, last }: VisibleRows): number[] {
  let end = 0;
  return (pages?.pages ?? []).flatMap(({ clients }, place) => {
    const start = end;
    end += clients.length;
    return start <= last && (end > first || clients.length === 0) ? [place] : [];
  });
}

async function readClientPage(
  listed: ClientListQuery,
  { after, count }: ClientPageParam,
): Promise<ClientList> {
  const { selection, fields } = listed;
  const limit = Math.min(count, PAGE_MAX);
  const page = await call(manageEndpoints.listClients, {
    query: { ...selection, ...(fields && { fields }), limit, ...(after !== null && { after }) },
  });
  if (page.next === null || count <= limit) return page;
  const rest = await readClientPage(listed, { after: page.next, count: count - limit });
  return { ...rest, clients: [...page.clients, ...rest.clients] };
}
