import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Me } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { SaveViewRequest, View } from "#contract/manage/views.ts";
import { call } from "../../api/call.ts";
import { CLIENTS } from "../use-clients.ts";

const VIEWS = [CLIENTS, "views"];

/** One's own views and everybody's; undefined until they have come. */
export function useComingViews(): View[] | undefined {
  const { data } = useQuery({
    queryKey: VIEWS,
    queryFn: () => call(manageEndpoints.listViews),
    select: ({ views }) => views,
    staleTime: 60_000,
  });
  return data;
}

/** The same; none until they have come. */
export function useViews(): View[] {
  return useComingViews() ?? [];
}

/** Undefined until it has come, and where there is no such view. */
export function useView(viewId: string | undefined): View | undefined {
  return useViews().find((view) => view.viewId === viewId);
}

/** One's own views; everybody's are the administrators'. */
export function mayChange(view: View, me: Me): boolean {
  return !view.isShared || me.role === "administrator";
}

export function useSaveView() {
  return useViewsChange<SaveViewRequest, View>((body) => call(manageEndpoints.addView, { body }));
}

/** With everything that the view has. */
export function useChangeView() {
  return useViewsChange<View, View>(({ viewId, ...body }) =>
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
    // with the counts
    onSuccess: () =>
      Promise.all([VIEWS, [CLIENTS, "counts"]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
