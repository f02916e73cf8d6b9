import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { SavedView, SaveViewRequest } from "#contract/manage/views.ts";
import { call } from "../../api/call.ts";
import { CLIENTS } from "../use-clients.ts";

const VIEWS = [CLIENTS, "views"];

/** The manager's own views and the shared ones; undefined while loading. */
export function useComingViews(): SavedView[] | undefined {
  const { data } = useQuery({
    queryKey: VIEWS,
    queryFn: () => call(manageEndpoints.listViews),
    select: ({ views }) => views,
    staleTime: 60_000,
  });
  return data;
}

/** The views as an array, which is empty while loading. */
export function useViews(): SavedView[] {
  return useComingViews() ?? [];
}

/** A saved view; undefined while loading or if it does not exist. */
export function useView(viewId: string | undefined): SavedView | undefined {
  return useViews().find((view) => view.viewId === viewId);
}

/** Whether the manager may change a view: their own views, and as an administrator also shared ones. */
export function mayChange(view: SavedView, me: CurrentManager): boolean {
  return !view.isShared || me.role === "administrator";
}

export function useSaveView() {
  return useViewsChange<SaveViewRequest, SavedView>((body) => call(manageEndpoints.addView, { body }));
}

/** Replaces all properties of a view. */
export function useChangeView() {
  return useViewsChange<SavedView, SavedView>(({ viewId, ...body }) =>
    call(manageEndpoints.changeView, { params: { viewId }, body }),
  );
}

export function useDeleteView() {
  return useViewsChange<string, object>((viewId) => call(manageEndpoints.deleteView, { params: { viewId } }));
}

function useViewsChange<Sent, Answer>(change: (sent: Sent) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Sent>({
    mutationFn: change,
    // the number of clients in each view changes too
    onSuccess: () =>
      Promise.all([VIEWS, [CLIENTS, "counts"]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
