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
  /** The name of the list. It is the list of all clients if the page was not opened from a list. */
  list: string;
  address: string;
  /** Whether the browser's Back button leads to the list. */
  isBack: boolean;
  /** Counts from 1; undefined if the client is in no list or the list is not loaded. */
  place: number | undefined;
  total: number;
  goToPrevious: (() => void) | undefined;
  goToNext: (() => void) | undefined;
};

/**
 * The client's position in the list from which the page was opened. The list stays as it was then, so that handled
 * clients keep their positions.
 */
export function usePlaceInList(clientId: string): PlaceInList {
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
      // replaces the history entry, so that Back still leads to the list
      navigate(`/clients/${id}`, { replace: true, state });
      // the pressed button now belongs to another client, so the focus moves to the main area
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
