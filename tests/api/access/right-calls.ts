import { type Cell, expectedOf } from "./expected.ts";
import { combinations, parametersOf } from "./ids.ts";
import { rowsOf } from "./rows.ts";
import type { World } from "./world.ts";

/** Routes that anyone may call, but that only do something for this signed-in caller. */
const WHO: { [route: string]: string } = {
  "POST /v1/auth/logout": "a client",
  "GET /v1/manage/auth/session": "a manager",
  "POST /v1/manage/auth/sign-out": "a manager",
};

/** One successful call per route: by a caller who may make it, with the caller's own ids and a valid body. */
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
    // where only some ids lead to a success, one of those
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
