import type { FastifyReply, FastifyRequest } from "fastify";
import { KNOWN_BROWSER_DAYS, MANAGER_SESSION_ABSOLUTE_HOURS } from "#contract/manage/limits.ts";
import { OPENID_FLOW_MINUTES } from "#contract/manage/openid.ts";
import { readCookie, setCookie } from "../http/cookies.ts";
import { CatalogueError } from "../http/errors.ts";
import { newToken, tokenHashOf } from "./tokens.ts";

/** Which no form of another site can send, and which our server allows to no other origin. */
const CONSOLE_HEADER = "x-firsthand-console";
const MANAGER_SIDE = "/v1/manage/";
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

const SESSION = "firsthand-console";
const FLOW = "firsthand-openid";
const BROWSER = "firsthand-known";
const BROWSER_SECONDS = KNOWN_BROWSER_DAYS * 86_400;

/** The session's token that the browser sends, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, SESSION);
}

/** Undefined ends the cookie. The session may end before it. */
export function setSessionCookie(reply: FastifyReply, session: { token: string } | undefined): void {
  const maxAge = session ? MANAGER_SESSION_ABSOLUTE_HOURS * 3_600 : 0;
  setCookie(reply, { name: SESSION, value: session?.token ?? "", sameSite: "strict", maxAge });
}

/** By which an account knows a browser again. It lets nobody in. */
export type BrowserMark = { token: string; tokenHash: string };

/** The browser's mark; a new one where it has none. */
export function browserMark(request: FastifyRequest): BrowserMark {
  const token = readCookie(request, BROWSER) ?? "";
  const tokenHash = tokenHashOf("browser", token);
  return tokenHash === undefined ? newToken("browser") : { token, tokenHash };
}

/** From each sign-in on for as long as may be. Lax: who comes from a provider of OpenID Connect brings it too. */
export function keepBrowserCookie(reply: FastifyReply, { token }: BrowserMark): void {
  setCookie(reply, { name: BROWSER, value: token, sameSite: "lax", maxAge: BROWSER_SECONDS });
}

/** What a sign-in by OpenID Connect that this browser has begun follows from, if any. */
export function flowCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, FLOW);
}

/** Undefined ends the cookie. Lax: the provider, another site, has to send the browser back with it. */
export function setFlowCookie(reply: FastifyReply, text: string | undefined): void {
  const maxAge = text === undefined ? 0 : OPENID_FLOW_MINUTES * 60;
  setCookie(reply, { name: FLOW, value: text ?? "", sameSite: "lax", maxAge });
}

/** A browser sends the cookie automatically, so a call has to show that it comes from our own page or a program. */
export function refuseForeignRequest(request: FastifyRequest): void {
  const { url, config } = request.routeOptions;
  if (!url?.startsWith(MANAGER_SIDE) || request.headers.authorization || config.isReachedFromElsewhere)
    return;
  const site = request.headers["sec-fetch-site"];
  const isOurs = site === undefined ? isOwnOrigin(request) : site === "same-origin" || site === "none";
  const isMarked = SAFE_METHODS.includes(request.method) || request.headers[CONSOLE_HEADER] !== undefined;
  if (!isOurs || !isMarked) throw new CatalogueError("FOREIGN_REQUEST");
}

/** Of a browser that is too old to say how the page and this server stand to each other; a program has no origin. */
function isOwnOrigin({ headers, host, server }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true;
  const { host: origin } = URL.canParse(headers.origin) ? new URL(headers.origin) : { host: "" };
  return origin !== "" && [host.toLowerCase(), server.publicAddress.host].includes(origin);
}
