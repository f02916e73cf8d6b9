import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RegisteredRoute } from "../../server/http/route-table.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller } from "../support/data/console-caller.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { expectFailure } from "../support/security/failures.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";
import { smallSite } from "../support/service/site-folder.ts";

/**
 * Requests that another site can make a browser send have no effect on any route (promise P39). The matrix (`access/`)
 * tests that no GET changes anything.
 */

const small = smallSite();
let service: Service;
let admin: ConsoleCaller;
let token: string;
beforeAll(async () => {
  service = await startService({ site: small.site, env: { FIRSTHAND_RATE_SESSION: "0" } });
  admin = await consoleCaller(service, "administrator");
  ({ token } = await service.signIn());
});
afterAll(async () => {
  await service.close();
  small.remove();
});

const nameOf = ({ method, url }: RegisteredRoute) => `${method} ${url}`;
const pathOf = ({ url }: RegisteredRoute) => url.replace(/:\w+|\*/g, "x");
const routes = () => service.app.routeTable;
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));
/** Headers of a caller who may call the route. */
const signed = ({ caller }: RegisteredRoute): { [name: string]: string } =>
  caller === "client" ? { authorization: `Bearer ${token}` } : { ...CONSOLE, cookie: admin.cookie };

/**
 * Types that a form, a beacon or a plain `fetch` on another page can send without a preflight (CORS-safelisted), and
 * similar ones.
 */
const FOREIGN_TYPES = [
  "text/plain",
  "text/plain;charset=UTF-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/csp-report",
  "application/jsonp",
  "application/json5",
  "text/json",
  "text/plain; application/json",
  "nonsense",
];

describe("a body that is not JSON", () => {
  test.each(FOREIGN_TYPES)("%s is refused by every route that writes", async (type) => {
    const writing = routes().filter(({ method }) => method !== "GET" && method !== "HEAD");
    for (const route of writing) {
      const isForm =
        type.startsWith("application/x-www-form-urlencoded") && route.url.startsWith("/opt-out/");
      // a mailbox's one-click opt-out, which can do no more than its link
      if (isForm) continue;
      const headers = { ...signed(route), "content-type": type };
      const response = await service.call(route.method, pathOf(route), { headers, body: '{"a":1}' });
      await expectFailure(response, "UNSUPPORTED_MEDIA_TYPE").catch((error: unknown) => {
        throw new Error(nameOf(route), { cause: error });
      });
    }
    countTried("foreign bodies", writing.length);
  });

  test("and where audio is the body, JSON is refused", async () => {
    const path = `/v1/onboarding/takes/${crypto.randomUUID()}/parts/0`;
    await expectFailure(await service.call("PUT", path, { token, body: {} }), "UNSUPPORTED_MEDIA_TYPE");
  });
});

const ORIGINS = ["https://evil.example", "null", "http://127.0.0.1:1"];

test.each(ORIGINS)("no route allows a page of %s to read or send", async (origin) => {
  for (const route of routes()) {
    const asked = {
      origin,
      "access-control-request-method": route.method,
      "access-control-request-headers": "x-firsthand-console",
    };
    const preflight = await service.call("OPTIONS", pathOf(route), { headers: asked });
    expect([nameOf(route), preflight.status, corsOf(preflight.headers)]).toEqual([nameOf(route), 405, []]);
    if (route.method !== "GET") continue;
    const response = await service.call("GET", pathOf(route), {
      headers: { ...signed(route), origin },
      redirect: "manual",
    });
    await response.arrayBuffer();
    expect([nameOf(route), corsOf(response.headers)]).toEqual([nameOf(route), []]);
  }
  countTried("preflights", routes().length);
});

test.each(ORIGINS)(
  "a browser too old to send the fetch headers is refused on a page of %s",
  async (origin) => {
    const headers = { ...CONSOLE, cookie: admin.cookie, origin };
    await expectFailure(await service.call("GET", "/v1/manage/me", { headers }), "FOREIGN_REQUEST");
  },
);

test("our own page in such a browser is accepted, by the public address and by the server's own", async () => {
  const own = new URL(service.url).origin;
  const headers = { ...CONSOLE, cookie: admin.cookie, origin: own };
  expect((await service.call("GET", "/v1/manage/me", { headers })).status).toBe(200);
});

/** Methods that HTTP knows, that only Node's parser knows, and that do not exist. */
const METHODS = ["TRACE", "CONNECT", "PROPFIND", "PURGE", "LINK", "SEARCH", "QUERY", "FOO", "get", "GET\t"];

test.each(METHODS)("%s does nothing on any path, and returns nothing", async (method) => {
  const paths = [...new Set(routes().map(pathOf)), "*", "/nowhere", "127.0.0.1:22"];
  for (const path of paths) {
    const lines = [
      "Host: x",
      "Connection: close",
      `Cookie: ${admin.cookie}`,
      "X-Firsthand-Console: 1",
      "X-Echo: canary",
    ];
    const answer = await sendRaw(service.url, `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    // a request for a tunnel is closed without an answer
    const { status } = answer === "" ? { status: 400 } : parseRaw(answer);
    expect([path, [400, 404, 405].includes(status), answer.includes("canary")]).toEqual([path, true, false]);
  }
  countTried("methods", paths.length);
});

test("an unsupported method is answered with the route's methods, whatever the path contains", async () => {
  for (const [path, allowed] of [
    ["/v1/onboarding", "GET, HEAD, PUT"],
    ["/v1/manage/clients/cl_1/keys/K", "DELETE"],
    ["/opt-out/x", "GET, HEAD, POST"],
    ["/console/clients", "GET, HEAD"],
    ["/", "GET, HEAD"],
  ] as const) {
    const response = await service.call("PATCH", path);
    expect([path, response.headers.get("allow")]).toEqual([path, allowed]);
    await expectFailure(response, "METHOD_NOT_ALLOWED");
  }
});

describe("a repeated query parameter", () => {
  test.each([
    "/v1/manage/clients?search=a&search=b",
    "/v1/manage/clients?page=1&page=2",
    "/v1/manage/audit?from=a&from=b",
    "/v1/manage/export?format=csv&format=json",
    "/v1/manage/mails?from=a&from=b",
    "/v1/manage/webhooks/x/deliveries?from=a&from=b",
    "/v1/manage/clients/x/brief?format=html&format=pdf",
    "/v1/manage/clients/x/brief?paper=a4&paper=letter",
    "/v1/interview?hash=a&hash=b",
  ])("is refused, whichever value comes first: %s", async (path) => {
    const response = await service.call("GET", path, { headers: { cookie: admin.cookie } });
    await expectFailure(response, "VALIDATION_ERROR");
  });

  test.each([
    "/v1/manage/clients?search[a]=1",
    "/v1/manage/clients?__proto__[a]=1",
    "/v1/manage/clients?constructor=1",
    "/v1/manage/clients?search=a&Search=b",
  ])("with an unknown name is ignored or refused: %s", async (path) => {
    const response = await service.call("GET", path, { headers: { cookie: admin.cookie } });
    expect([200, 422]).toContain(response.status);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});
