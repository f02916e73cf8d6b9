import { type Cell, expectedOf } from "./expected.ts";
import { combinations, parametersOf } from "./ids.ts";
import { rowsOf } from "./rows.ts";
import type { World } from "./world.ts";

/** Where everybody may call, and it is somebody who is signed in for whom there is something to do. */
const WHO: { [route: string]: string } = {
  "POST /v1/auth/logout": "a client",
  "GET /v1/manage/auth/session": "a manager",
  "POST /v1/manage/auth/sign-out": "a manager",
};

/** Of every route one call that nothing refuses: by a caller who may make it, with their ids and a right body. */
export function rightCalls(world: World): Cell[] {
  const rowOf = rowsOf(world);
  const routes = world.service.app.routeTable.filter(({ method }) => method !== "HEAD");
  return routes.map((route) => {
    const who = WHO[`${route.method} ${route.url}`];
    const callers = world.callers.filter(({ name }) => who === undefined || name === who);
    const cells = combinations(parametersOf(route.url), thereOnly(world.ids)).flatMap((ids) =>
      callers.map((caller) => ({ route, caller, ids, row: rowOf(route.method, route.url, ids) ?? {} })),
    );
    const taken = cells.filter((cell) => expectedOf(cell) === (cell.row.answers ?? 200));
    // where some ids lead further than others, one of those
    const right = taken.find(({ row }) => typeof (row.answers ?? 200) === "number") ?? taken[0];
    if (!right) throw new Error(`Nobody may call ${route.method} ${route.url}`);
    return right;
  });
}

function thereOnly(ids: World["ids"]): World["ids"] {
  return Object.fromEntries(
    Object.entries(ids).map(([name, values]) => [name, values.filter(({ kind }) => kind === "there")]),
  );
}
