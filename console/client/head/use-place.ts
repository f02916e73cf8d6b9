import { useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { clientFilters } from "#contract/manage/clients.ts";
import { cameFrom } from "../../clients/list-place.ts";
import { selectionIn } from "../../clients/use-client-query.ts";
import { useClientsAsLeft } from "../../clients/use-clients.ts";
import { useViews } from "../../clients/views/use-views.ts";
import { t } from "../../translate.ts";

export type PlaceInList = {
  /** What the list is called, and its address; all clients where the client was opened otherwise. */
  list: string;
  address: string;
  /** The browser's Back leads to it. */
  isBack: boolean;
  /** From 1 on; undefined where the client is in no list, or not yet known to be. */
  place: number | undefined;
  total: number;
  goToPrevious: (() => void) | undefined;
  goToNext: (() => void) | undefined;
};

/** Where a client is in the list that somebody came from, as it was then: what was dealt with keeps its place. */
export function usePlace(clientId: string): PlaceInList {
  const [, navigate] = useLocation();
  const state = useHistoryState<unknown>();
  const came = cameFrom(state);
  const params = new URLSearchParams(came?.from);
  const view = useViews().find(({ viewId }) => viewId === params.get("view"));
  const filter = clientFilters.find((each) => each === params.get("filter")) ?? "all";
  const { ids, total, hasNextPage, fetchNextPage } = useClientsAsLeft(selectionIn(params), came?.at);
  const index = ids.indexOf(clientId);
  const [isGoing, setIsGoing] = useState(false);

  const goTo = (id: string | undefined) => {
    if (id === undefined) return undefined;
    return () => {
      // the step behind this one stays the list's
      navigate(`/clients/${id}`, { replace: true, state });
      // the button that was pressed is another client's by then
      document.getElementById("main")?.focus({ preventScroll: true });
    };
  };
  const goFurther = async () => {
    if (isGoing) return;
    setIsGoing(true);
    const { data } = await fetchNextPage();
    setIsGoing(false);
    goTo(data?.clients[index + 1]?.clientId)?.();
  };
  const next = ids[index + 1];
  const isLastKnown = index >= 0 && next === undefined && hasNextPage;
  return {
    list: view?.name ?? t(`rail.filter.${filter}`),
    address: `/${came?.from ?? ""}`,
    isBack: came !== undefined,
    place: index < 0 ? undefined : index + 1,
    total,
    goToPrevious: index < 0 ? undefined : goTo(ids[index - 1]),
    goToNext: isLastKnown ? () => void goFurther() : goTo(index < 0 ? undefined : next),
  };
}
