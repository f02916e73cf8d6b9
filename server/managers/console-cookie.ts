import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MANAGER_SESSION_ABSOLUTE_HOURS } from "#contract/manage/limits.ts";
import { OPENID_FLOW_MINUTES } from "#contract/manage/openid.ts";
import { CatalogueError } from "../http/errors.ts";

/** Which no form of another site can send, and which our server allows to no other origin. */
const CONSOLE_HEADER = "x-firsthand-console";
const MANAGER_SIDE = "/v1/manage/";
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

const SESSION = "firsthand-console";
const FLOW = "firsthand-openid";

/** The session's token that the browser sends, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, SESSION);
}

/** Undefined ends the cookie. The session may end before it. */
export function setSessionCookie(reply: FastifyReply, session: { token: string } | undefined): void {
  const maxAge = session ? MANAGER_SESSION_ABSOLUTE_HOURS * 3_600 : 0;
  setCookie(reply, { name: SESSION, value: session?.token ?? "", sameSite: "strict", maxAge });
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

type Kept = {
  name: string;
  value: string;
  sameSite: "strict" | "lax";
  /** Seconds, and not an instant, which a device whose clock is wrong would take for another. */
  maxAge: number;
};

function setCookie(reply: FastifyReply, { name, ...kept }: Kept): void {
  const { request } = reply;
  const cookie = stringifySetCookie({
    ...kept,
    name: cookieName(request, name),
    path: "/",
    httpOnly: true,
    secure: request.protocol === "https",
  });
  reply.header("set-cookie", cookie);
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  return parseCookie(request.headers.cookie ?? "")[cookieName(request, name)];
}

/** Over plain http, as on loopback, browsers disagree on whether a Secure cookie may be set. */
function cookieName({ protocol }: FastifyRequest, name: string): string {
  return protocol === "https" ? `__Host-${name}` : name;
}

/** A browser sends the cookie by itself, so a call has to show that it comes from our own page, or from a program. */
export function refuseForeignRequest(request: FastifyRequest): void {
  const { url, config } = request.routeOptions;
  if (!url?.startsWith(MANAGER_SIDE) || request.headers.authorization || config.isReachedFromElsewhere)
    return;
  const site = request.headers["sec-fetch-site"];
  const isOurs = site === undefined || site === "same-origin" || site === "none";
  const isMarked = SAFE_METHODS.includes(request.method) || request.headers[CONSOLE_HEADER] !== undefined;
  if (!isOurs || !isMarked) throw new CatalogueError("FOREIGN_REQUEST");
}
