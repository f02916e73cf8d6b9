import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MailSelection, MailSetUp } from "#contract/manage/mail/mail.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

const MAILS = "mails";

/** Whether mail is sent here at all. */
export function useMailSetUp() {
  return useQuery<MailSetUp>({
    queryKey: ["mail-set-up"],
    queryFn: () => call(manageEndpoints.mailSetUp),
  });
}

/** The mail log, of one client or of all of one's own, a page at a time. What is shown stays until the next selection is there. */
export function useMails(selection: MailSelection) {
  const { clientId } = selection;
  return useInfiniteQuery({
    // what changes a client's mails asks for all of the client anew
    queryKey: clientId === undefined ? [MAILS, selection.delivery] : [CLIENTS, clientId, MAILS],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: after }) =>
      call(manageEndpoints.listMails, {
        query: { ...selection, ...(after !== null && { after }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // a manager who reads further back should not reload every page again and again
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : LIVE_MS),
  });
}
