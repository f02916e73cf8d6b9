import { useHistoryState } from "wouter/use-browser-location";
import { clientFilters } from "#contract/manage/clients.ts";
import { useViews } from "../clients/views/use-views.ts";
import { t } from "../translate.ts";
import { BackLink } from "../ui/BackLink.tsx";

/** To the list as it was left, where the client was opened from one; else to the list of all clients. */
export function BackToList() {
  const from = searchIn(useHistoryState());
  const params = new URLSearchParams(from);
  const view = useViews().find(({ viewId }) => viewId === params.get("view"));
  const filter = clientFilters.find((each) => each === params.get("filter")) ?? "all";
  return (
    <BackLink to={`/${from ?? ""}`} isBack={from !== undefined}>
      {view?.name ?? t(`rail.filter.${filter}`)}
    </BackLink>
  );
}

function searchIn(state: unknown): string | undefined {
  const isKnown = typeof state === "object" && state !== null && "from" in state;
  return isKnown && typeof state.from === "string" ? state.from : undefined;
}
