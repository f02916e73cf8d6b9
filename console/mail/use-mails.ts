import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MailSelection, MailSetUp } from "#contract/manage/mail/mail.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

const MAILS = "mails";

/** Whether this installation sends email. */
export function useMailSetUp() {
  return useQuery<MailSetUp>({
    queryKey: ["mail-set-up"],
    queryFn: () => call(manageEndpoints.mailSetUp),
  });
}

/** The email log of all the manager's clients, page by page. While a new selection loads, the current lines stay. */
export function useMails(selection: Pick<MailSelection, "delivery">) {
  return useInfiniteQuery({ ...mailPages([MAILS, selection], selection), placeholderData: keepPreviousData });
}

/** The email log of one client, which is refetched after every change to the client. */
export function useClientMails(clientId: string) {
  return useInfiniteQuery(mailPages([CLIENTS, clientId, MAILS], { clientId }));
}

function mailPages(queryKey: QueryKey, selection: MailSelection) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: after }) =>
      call(manageEndpoints.listMails, { query: { ...selection, ...(after !== null && { after }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // a manager who reads further back should not reload every page again and again
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : LIVE_MS),
  });
}
