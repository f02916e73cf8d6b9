import { afterAll, beforeAll, expect, test } from "vitest";
import { scopeNames } from "#contract/api/scopes.ts";
import { CONSOLE, consoleCaller, cookieOf, PASSWORD } from "../../support/data/console-caller.ts";
import { redeemable } from "../../support/security/redeemable.ts";
import { countTried } from "../../support/security/security-counts.ts";
import type { TriedCaller } from "./callers.ts";
import { cellsOf } from "./cells.ts";
import { rowsOf } from "./rows.ts";
import { sendCell } from "./send-cell.ts";
import { openWorld, type World } from "./world.ts";

/**
 * Nothing that a caller is answered can be turned into more than the caller has (promise P52): every answer of every route is
 * searched for secrets, and what a secret of each kind is worth is compared with who asked. The second test hands one of
 * each kind in, so that the table of worths stays true.
 */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What a secret of each kind lets its holder be; a client's key is worth less than any credential of a manager. */
type Worth = "client" | "manager";
const WORTH: { [kind in ReturnType<typeof redeemable>[number]["kind"]]: Worth } = {
  "access key": "client",
  "client session": "client",
  "password link": "manager",
  "console session": "manager",
  "second step": "manager",
  "API token": "manager",
};

/** Whom a caller may make: those they could be already, and what a person has shown a password or a link for. */
function mayGet({ is }: TriedCaller, worth: Worth, route: string): boolean {
  const isOpen = OPEN.includes(route);
  if (isOpen) return true;
  if (is.role === "stranger" || is.role === "operator") return false;
  if (is.role === "client") return worth === "client" && route.startsWith("POST /v1/auth/");
  // a key of a client whom they look after opens what they can read; a token has to be good for keys
  if (worth === "client") return is.by === "session" || is.scopes.includes("keys:write");
  return is.by === "session" && SHOWN_AGAIN[route]?.includes(is.role) === true;
}

/** These take a secret themselves: a key, a passkey, a password, a link. */
const OPEN = [
  "POST /v1/auth/exchange",
  "POST /v1/auth/passkey",
  "POST /v1/auth/link",
  "POST /v1/manage/auth/sign-in",
  "POST /v1/manage/auth/link",
];
/** What a person alone gets, and who. */
const SHOWN_AGAIN: { [route: string]: string[] } = {
  "POST /v1/manage/me/tokens": ["manager", "administrator"],
  "POST /v1/manage/managers": ["administrator"],
  "POST /v1/manage/managers/:managerId/link": ["administrator"],
};

test("no route hands any kind of credential something that is worth more", async () => {
  const rowOf = rowsOf(world);
  const holes: string[] = [];
  let found = 0;
  for (const { route, caller, ids } of cellsOf(world)) {
    const row = rowOf(route.method, route.url, ids);
    if (!row) continue;
    const name = `${route.method} ${route.url}`;
    const response = await sendCell(world.service.url, { route, caller, ids, row });
    const secrets = redeemable(`${await response.text()} ${response.headers.get("set-cookie") ?? ""}`);
    found += secrets.length;
    const wrong = secrets.filter(({ kind }) => !mayGet(caller, WORTH[kind], name));
    holes.push(...wrong.map(({ kind }) => `${name} gives ${caller.name} a ${kind}`));
  }
  expect([...new Set(holes)]).toEqual([]);
  // the search itself finds what there is
  expect(found).toBeGreaterThan(10);
  countTried("secrets found in answers", found);
}, 600_000);

test("a secret of each kind is worth what the table says", async () => {
  const { service } = world;
  // those of the world may have lost their sessions to the test before
  const [admin, other] = [await consoleCaller(service, "administrator"), await consoleCaller(service)];
  const client = await service.addClient("Zoe's Zoo");
  const token = await admin.send<{ token: string }>("POST", "/me/tokens", {
    name: "Robot",
    days: 1,
    scopes: scopeNames,
    password: PASSWORD,
  });
  const link = await admin.send<{ link: string }>("POST", `/managers/${other.managerId}/link`, {
    password: PASSWORD,
  });
  const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: client.accessKey } });
  const { data } = (await exchanged.json()) as { data: { accessToken: string } };
  const linkToken = new URL(link.link).hash.slice("#link=".length);
  const entered = await service.call("POST", "/v1/manage/auth/link", {
    headers: CONSOLE,
    body: { token: linkToken, password: PASSWORD },
  });
  const worths = {
    "access key": exchanged,
    "client session": await service.call("GET", "/v1/onboarding/status", { token: data.accessToken }),
    "password link": entered,
    "console session": await service.call("GET", "/v1/manage/me", {
      headers: { ...CONSOLE, cookie: cookieOf(entered) },
    }),
    "API token": await service.call("GET", "/v1/manage/me", { token: token.token }),
  };
  for (const [kind, { status }] of Object.entries(worths)) expect([kind, status]).toEqual([kind, 200]);
  const secrets = redeemable(
    [client.accessKey, data.accessToken, linkToken, cookieOf(entered), token.token].join(" "),
  );
  expect(secrets.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(worths).toSorted());
});
