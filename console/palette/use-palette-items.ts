import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ClientState } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { SEARCH_MAX_LENGTH } from "#contract/manage/limits.ts";
import { call } from "../api/call.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { useViews } from "../clients/views/use-views.ts";
import { useGoToSearch } from "../search/use-answer-search.ts";
import { FIXED_VIEWS, railPagesFor } from "../shell/rail-pages.ts";
import { t } from "../translate.ts";
import type { DrawingName } from "../ui/drawings/drawing-paths.ts";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";
import { useCurrentOffer } from "./use-palette.ts";

/** `state` is set for clients. `letter` is the shortcut of the same action. */
export type PaletteItem = {
  id: string;
  name: string;
  drawing: DrawingName;
  state?: ClientState;
  letter?: string | undefined;
  run: () => void;
};
export type PaletteItems = { id: string; title: string; items: PaletteItem[] };

/** The ID of the item that Tab selects. */
export const SEARCH_ITEM = "search-answers";
const REST_MS = 150;
const CLIENTS_MAX = 6;

/** The palette's items for a query: actions, clients, pages, and a search in answers. */
export function usePaletteItems(
  me: CurrentManager,
  query: string,
): { groups: PaletteItems[]; isSearching: boolean } {
  const offer = useCurrentOffer();
  const pages = usePages(me);
  const { clients, isSearching } = useFoundClients(query);
  const inAnswers = useSearchItem(query.trim());
  const isFound = ({ name }: PaletteItem) => folded(name).includes(folded(query));
  const groups = [
    { id: "acts", title: offer?.title ?? "", items: (offer?.acts ?? []).filter(isFound) },
    { id: "clients", title: t("palette.clients"), items: clients },
    { id: "pages", title: t("palette.pages"), items: pages.filter(isFound) },
    { id: "answers", title: t("palette.answers"), items: [inAnswers] },
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching };
}

/** The item that searches for the query in answers. */
function useSearchItem(query: string): PaletteItem {
  const goToSearch = useGoToSearch();
  const name = query === "" ? t("palette.searchAnswers") : t("palette.searchAnswersFor", { query });
  return { id: SEARCH_ITEM, name, drawing: "search", letter: "Tab", run: () => goToSearch(query) };
}

function usePages(me: CurrentManager): PaletteItem[] {
  const [, navigate] = useLocation();
  const views = useViews();
  const page = (to: string, name: string, drawing: DrawingName): PaletteItem => ({
    id: `page-${to.replace(/\W+/g, "-")}`,
    name,
    drawing,
    run: () => navigate(to),
  });
  return [
    ...FIXED_VIEWS.map(({ filter, drawing }) =>
      page(listAddress({ filter }), t(`rail.filter.${filter}`), drawing),
    ),
    ...views.map((view) => page(listAddress(view.selection, view), view.name, "tag")),
    ...railPagesFor(me).map(({ to, name, drawing }) => page(to, t(name), drawing)),
    page("/account", me.name, "person"),
  ];
}

/** Clients found by name and email address, as in the list. */
function useFoundClients(query: string): { clients: PaletteItem[]; isSearching: boolean } {
  const [, navigate] = useLocation();
  const search = useDebouncedValue(query.trim().slice(0, SEARCH_MAX_LENGTH), REST_MS);
  const { data, isFetching } = useQuery({
    queryKey: [CLIENTS, "found", search],
    queryFn: () => call(manageEndpoints.listClients, { query: { search, limit: CLIENTS_MAX } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const found = query.trim() === "" ? [] : (data?.clients ?? []);
  const clients = found.map(({ clientId, name, state }) => ({
    id: `client-${clientId}`,
    name,
    drawing: "person" as const,
    state,
    run: () => navigate(`/clients/${clientId}`),
  }));
  return { clients, isSearching: isFetching || search !== query.trim() };
}

/** Removes accents and case for comparison. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();
}
