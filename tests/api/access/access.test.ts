import { afterAll, beforeAll, expect, test } from "vitest";
import type { EndpointFacts } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { serverErrors } from "#contract/api/errors.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { manageErrors } from "#contract/manage/errors.ts";
import type { RegisteredRoute } from "../../../server/http/route-table.ts";
import { type Changes, type KeptContent, keepContent } from "../../support/data/database-content.ts";
import { headersFault } from "../../support/security/expected-headers.ts";
import { countTried } from "../../support/security/security-counts.ts";
import type { TriedCaller } from "./callers.ts";
import { cellsOf } from "./cells.ts";
import { type Cell, type Expected, expectedOf, isInScope } from "./expected.ts";
import type { Ids } from "./ids.ts";
import { rowsOf } from "./rows.ts";
import { sendCell } from "./send-cell.ts";
import { openWorld, type World } from "./world.ts";
import { secretsIn } from "./worths.ts";

/**
 * Every registered route, called by every caller with every id (promise P25). No answer lets a caller become more than
 * they are (promise P52): every answer is searched for secrets.
 */

const statuses = { ...serverErrors, ...manageErrors };
const allEndpoints = Object.values({ ...endpoints, ...manageEndpoints });

let world: World;
let content: KeptContent;
let rowOf: ReturnType<typeof rowsOf>;
let secretsFound = 0;
beforeAll(async () => {
  world = await openWorld();
  content = keepContent(world.service.config.databaseFile);
  rowOf = rowsOf(world);
});
afterAll(async () => {
  content.close();
  await world.close();
});

const routes = () => world.service.app.routeTable;
const nameOf = ({ method, url }: RegisteredRoute) => `${method} ${url}`;

test("the server registers the contract's routes with their callers, and otherwise only pages and their files", () => {
  const table = routes().filter(({ method }) => method !== "HEAD");
  const registered = new Map(table.map((route) => [nameOf(route), route.caller]));
  for (const { method, path, caller } of allEndpoints)
    expect(registered.get(`${method} ${path}`)).toBe(caller);
  const others = table.filter(
    ({ method, url }) => !allEndpoints.some((e) => e.method === method && e.path === url),
  );
  expect(others.map(({ caller }) => caller)).toEqual(others.map(() => "nobody"));
  expect(others.filter(({ url }) => url.startsWith("/v1/"))).toEqual([]);
});

test("of the manager's calls, only signing in and out, a forgotten password, the session and a shared brief are public", () => {
  const open = Object.entries<EndpointFacts>(manageEndpoints).filter(([, { caller }]) => caller === "nobody");
  expect(open.map(([name]) => name).sort()).toEqual([
    "beginOpenId",
    "endOpenId",
    "findSession",
    "forgotPassword",
    "openShare",
    "passSecondStep",
    "sharedAudio",
    "signIn",
    "signOut",
    "useLink",
  ]);
});

test("every call open to programs requires a scope of the token, except the one about the caller", () => {
  const managed = Object.entries<EndpointFacts>(manageEndpoints).filter(
    ([, { caller }]) => caller !== "nobody",
  );
  expect(managed.filter(([, { scope }]) => scope === "any").map(([name]) => name)).toEqual(["me"]);
  const isForPeople = ({ method, path }: EndpointFacts) => rowOf(method, path, {})?.isForPeople === true;
  // the contract and the rows of this test have to agree
  expect(managed.filter(([, facts]) => (facts.scope === undefined) !== isForPeople(facts))).toEqual([]);
});

test("every route has a row here", () => {
  expect(
    routes()
      .filter(({ method, url }) => !rowOf(method, url, {}))
      .map(nameOf),
  ).toEqual([]);
});

test("every caller gets the defined result from every route with every id, and a refused call changes nothing", async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const { route, caller, ids } of cellsOf(world)) {
    tried += 1;
    const fault = await faultOf(route, caller, ids);
    if (fault) wrong.push(`${nameOf(route)} by ${caller.name}${textOf(ids)}: ${fault}`);
  }
  countTried("route cells", tried);
  countTried("secrets found in answers", secretsFound);
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(10_000);
  // proves that the search for secrets works
  expect(secretsFound).toBeGreaterThan(10);
}, 600_000);

/** What is wrong when this call is made; undefined if everything is right. */
async function faultOf(route: RegisteredRoute, caller: TriedCaller, ids: Ids): Promise<string | undefined> {
  const row = rowOf(route.method, route.url, ids);
  if (!row) return "no row";
  const cell: Cell = { route, caller, ids, row };
  const expected = expectedOf(cell);
  const response = await sendCell(world.service.url, cell);
  const text = await response.text();
  const fault =
    headersFaultOf(response.headers, cell) ??
    answerFault({ status: response.status, text }, route, expected) ??
    leakFault(text, cell) ??
    secretFault({ text, headers: response.headers }, cell);
  const changes = content.changes();
  if (changes.size > 0) content.restore(changes);
  return fault ?? changeFault(cell, expected, changes);
}

type Answer = { status: number; text: string };

function answerFault({ status, text }: Answer, { method }: RegisteredRoute, expected: Expected) {
  const right = typeof expected === "number" ? expected : statuses[expected].status;
  if (status !== right) return `${status} for ${expected}, ${text.slice(0, 200)}`;
  if (typeof expected === "number" || method === "HEAD") return undefined;
  // only the catalog's message: another client's data gets the same answer as missing data
  const { code, message, requestId, details, ...more } = asJson(text);
  const isPlain = code === expected && typeof message === "string" && Object.keys(more).length === 0;
  const mayHaveDetails = expected === "VALIDATION_ERROR";
  return isPlain && requestId && (mayHaveDetails || details === undefined) ? undefined : text.slice(0, 200);
}

/** Every protective header is present, and only the console's sign-in sets a cookie. */
function headersFaultOf(headers: Headers, { route }: Cell): string | undefined {
  const setsCookie = headers.has("set-cookie") && !route.url.startsWith("/v1/manage/auth/");
  return setsCookie ? "a cookie" : headersFault(headers);
}

/** No answer, list or file mentions a client whom the caller may not see. */
function leakFault(text: string, { route, caller }: Cell): string | undefined {
  if (route.caller === "nobody") return undefined;
  const others = world.ids.clientId?.filter((id) => id.kind === "there" && !isInScope(id, caller)) ?? [];
  const leak = others.find((id) => text.includes(id.text));
  return leak && `tells of ${leak.says}`;
}

/** No caller gets a secret that is worth more than the caller's own credential. */
function secretFault(
  answer: { text: string; headers: Headers },
  { route, caller }: Cell,
): string | undefined {
  const { count, holes } = secretsIn(answer, nameOf(route), caller);
  secretsFound += count;
  return holes.length > 0 ? `gives a ${holes.map(({ kind }) => kind).join(", a ")}` : undefined;
}

function asJson(text: string): { [name: string]: unknown } {
  return text.startsWith("{") ? JSON.parse(text) : {};
}

/** Refused calls and GETs write nothing, and no call changes a client that it does not name. */
function changeFault({ route, ids, row, caller }: Cell, expected: Expected, changes: Changes) {
  const isRead = route.method === "GET" || route.method === "HEAD";
  const mayWrite =
    (row.writes && route.method !== "HEAD") || (!isRead && typeof expected === "number" && expected < 400);
  const tables = [...changes.keys()];
  if (!mayWrite) return tables.length > 0 ? `changed ${tables.join(", ")}` : undefined;
  const own = ids.clientId?.text ?? (caller.is.role === "client" ? caller.is.clientId : undefined);
  if (own === undefined || route.caller === "nobody") return undefined;
  const touched = [...changes.values()]
    .flatMap(({ gone, come }) => [...gone, ...come])
    .map((row) => row.client_id);
  const others = touched.filter((id) => typeof id === "string" && id !== own);
  return others.length > 0 ? `changed another client in ${tables.join(", ")}` : undefined;
}

function textOf(ids: Ids): string {
  return Object.entries(ids)
    .map(([name, { says, text }]) => `, ${name} ${says} (${text.slice(0, 40)})`)
    .join("");
}
