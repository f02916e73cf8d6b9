import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_BROWSER_DAYS, MANAGER_SESSION_ABSOLUTE_HOURS } from "#contract/manage/limits.ts";
import { OPENID_FLOW_MINUTES } from "#contract/manage/openid.ts";
import { readCookie, setCookie } from "../http/cookies.ts";
import { CatalogError } from "../http/errors.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

/** A header that forms on other sites cannot send, and that our server allows to no other origin. */
const CONSOLE_HEADER = "x-firsthand-console";
const MANAGER_SIDE = "/v1/manage/";
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

const SESSION = "firsthand-console";
const FLOW = "firsthand-openid";
const BROWSER = "firsthand-known";
const BROWSER_SECONDS = KNOWN_BROWSER_DAYS * 86_400;

/** The session token in the browser's cookie, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, SESSION);
}

/** Undefined deletes the cookie. The session may expire before its cookie. */
export function setSessionCookie(reply: FastifyReply, session: { token: string } | undefined): void {
  const maxAge = session ? MANAGER_SESSION_ABSOLUTE_HOURS * 3_600 : 0;
  setCookie(reply, { name: SESSION, value: session?.token ?? "", sameSite: "strict", maxAge });
}

/** A cookie by which an account recognizes a browser. It grants no access. */
export type BrowserIdentity = { token: string; tokenHash: string };

/** Reads the browser's mark, or makes a new one. */
export function browserIdentity(request: FastifyRequest): BrowserIdentity {
  const token = readCookie(request, BROWSER) ?? "";
  const tokenHash = tokenHashOf("browser", token);
  return tokenHash === undefined ? newToken("browser") : { token, tokenHash };
}

/** Renewed at each sign-in. Lax, because the redirect from an OpenID Connect provider has to bring it along. */
export function keepBrowserCookie(reply: FastifyReply, { token }: BrowserIdentity): void {
  setCookie(reply, { name: BROWSER, value: token, sameSite: "lax", maxAge: BROWSER_SECONDS });
}

/** The text from which the browser's current OpenID Connect sign-in is derived, if any. */
export function flowCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, FLOW);
}

/** Undefined deletes the cookie. Lax, because the provider's site redirects the browser back here. */
export function setFlowCookie(reply: FastifyReply, text: string | undefined): void {
  const maxAge = text === undefined ? 0 : OPENID_FLOW_MINUTES * 60;
  setCookie(reply, { name: FLOW, value: text ?? "", sameSite: "lax", maxAge });
}

/**
 * Protects against CSRF: browsers send the cookie on every request, so a call must show that it comes from our page or
 * a program.
 */
export function refuseForeignRequest(request: FastifyRequest): void {
  const { url, config } = request.routeOptions;
  if (!url?.startsWith(MANAGER_SIDE) || request.headers.authorization || config.isReachedFromElsewhere)
    return;
  const site = request.headers["sec-fetch-site"];
  const isOurs = site === undefined ? isOwnOrigin(request) : site === "same-origin" || site === "none";
  const isMarked = SAFE_METHODS.includes(request.method) || request.headers[CONSOLE_HEADER] !== undefined;
  if (!isOurs || !isMarked) throw new CatalogError("FOREIGN_REQUEST");
}

/** For browsers too old to send `sec-fetch-site`. Programs send no origin at all. */
function isOwnOrigin({ headers, host, server }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true;
  const { host: origin } = URL.canParse(headers.origin) ? new URL(headers.origin) : { host: "" };
  return origin !== "" && [host.toLowerCase(), server.publicAddress.host].includes(origin);
}
