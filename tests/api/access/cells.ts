import type { RegisteredRoute } from "../../../server/http/route-table.ts";
import { shareOf } from "../../support/faults/faults.ts";
import type { TriedCaller } from "./callers.ts";
import { combinations, type Ids, parametersOf } from "./ids.ts";
import type { World } from "./world.ts";

type RouteCell = { route: RegisteredRoute; caller: TriedCaller; ids: Ids };

/** Every route by every caller with every id, route after route; CI runs a share of the most similar ones. */
export function cellsOf({ service, ids: known, callers }: World): RouteCell[] {
  return service.app.routeTable.flatMap((route, turn) => {
    const cells = combinations(parametersOf(route.url), known).flatMap((ids) =>
      callers.map((caller) => ({ route, caller, ids })),
    );
    return shareOf(cells, { every: shareOfRoute(route), turn });
  });
}

/** One in seven of HEAD, which runs its GET, and of routes with several ids. */
function shareOfRoute({ method, url }: RegisteredRoute): number {
  return method === "HEAD" || parametersOf(url).length > 1 ? 7 : 1;
}
