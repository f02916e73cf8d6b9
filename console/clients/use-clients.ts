import {
  hashKey,
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
import { type ClientPages, type Stretch, shownClients, withFresh } from "./client-pages.ts";

export const CLIENTS = "clients";
/** How many are fetched at once on the way down. */
export const CLIENTS_AT_ONCE = 100;

/** A selection, and the ids of own fields whose values come along, with commas. */
export type Listed = { selection: ClientSelection; fields?: string | undefined };

const keyOf = ({ selection, fields = "" }: Listed) => [CLIENTS, "list", selection, fields];

/** The clients of a selection from its first on; at first as many as are asked for. */
export function useClients(listed: Listed, shown: number) {
  return useInfiniteQuery({
    queryKey: keyOf(listed),
    queryFn: ({ pageParam }) => readStretch(listed, pageParam),
    initialPageParam: { after: null, count: Math.max(shown, CLIENTS_AT_ONCE) } as Stretch,
    getNextPageParam: ({ next }) => (next === null ? null : { after: next, count: CLIENTS_AT_ONCE }),
    select: shownClients,
    // what is in sight is read again by `useLiveClients`
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/**
 * A list as it was when a client's page was opened from it (`at`, epoch milliseconds), so that what is dealt with keeps its
 * place. It is read anew where the page has forgotten it; without `at` there are no clients.
 */
export function useClientsAsLeft(selection: ClientSelection, at: number | undefined) {
  const queries = useQueryClient();
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    // not among what is read again after each act
    queryKey: ["clients-as-left", selection, at],
    queryFn: ({ pageParam }) => readStretch({ selection }, pageParam),
    initialPageParam: { after: null, count: CLIENTS_AT_ONCE } as Stretch,
    getNextPageParam: ({ next }) => (next === null ? null : { after: next, count: CLIENTS_AT_ONCE }),
    initialData: () => (at === undefined ? undefined : pagesOf(queries, selection)),
    select: shownClients,
    enabled: at !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ids = data?.clients.map(({ clientId }) => clientId) ?? [];
  return { ids, total: data?.total ?? 0, hasNextPage, fetchNextPage };
}

/** The list as it was read last, with whatever fields. */
function pagesOf(queries: QueryClient, selection: ClientSelection): ClientPages | undefined {
  const list = hashKey([CLIENTS, "list", selection]);
  const found = queries.getQueriesData<ClientPages>({
    queryKey: [CLIENTS, "list"],
    predicate: ({ queryKey }) => hashKey(queryKey.slice(0, 3)) === list,
  });
  return found.findLast(([, pages]) => pages !== undefined)?.[1];
}

/** What is in sight: the first and the last line, and whether somebody is about to press one of them. */
export type Sight = { first: number; last: number; isHeld: () => boolean };

/** Reads the pages that are in sight again and again, while somebody looks. */
export function useLiveClients(listed: Listed, sight: RefObject<Sight>) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["live-clients", listed],
    async queryFn() {
      const before = queries.getQueryData<ClientPages>(keyOf(listed));
      for (const place of placesIn(before, sight.current)) {
        const stretch = before?.pageParams[place];
        if (!stretch) continue;
        const fresh = await readStretch(listed, stretch);
        // nothing is other
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
    // the list itself may have just come, or be what was left of an earlier visit
    initialData: Date.now,
    initialDataUpdatedAt: () => queries.getQueryState(keyOf(listed))?.dataUpdatedAt ?? Date.now(),
    staleTime: LIVE_MS,
    gcTime: 0,
  });
}

/** The pages that have a line in sight. */
function placesIn(pages: ClientPages | undefined, { first, last }: Sight): number[] {
  let end = 0;
  return (pages?.pages ?? []).flatMap(({ clients }, place) => {
    const start = end;
    end += clients.length;
    return start <= last && (end > first || clients.length === 0) ? [place] : [];
  });
}

async function readStretch(listed: Listed, { after, count }: Stretch): Promise<ClientList> {
  const { selection, fields } = listed;
  const limit = Math.min(count, PAGE_MAX);
  const page = await call(manageEndpoints.listClients, {
    query: { ...selection, ...(fields && { fields }), limit, ...(after !== null && { after }) },
  });
  if (page.next === null || count <= limit) return page;
  const rest = await readStretch(listed, { after: page.next, count: count - limit });
  return { ...rest, clients: [...page.clients, ...rest.clients] };
}
