import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CatalogueError } from "../errors.ts";

/** Which no form of another site can send, and which our server allows to no other origin. */
const CONSOLE_HEADER = "x-firsthand-console";
const MANAGER_SIDE = "/v1/manage/";
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Over plain http, as on loopback, browsers disagree on whether a Secure cookie may be set. */
function cookieName({ protocol }: FastifyRequest): string {
  return protocol === "https" ? "__Host-firsthand-console" : "firsthand-console";
}

/** The session's token that the browser sends, if any. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  return parseCookie(request.headers.cookie ?? "")[cookieName(request)];
}

/** Undefined ends the cookie. */
export function setSessionCookie(
  reply: FastifyReply,
  session: { token: string; expiresAt: number } | undefined,
): void {
  const { request } = reply;
  const cookie = stringifySetCookie({
    name: cookieName(request),
    value: session?.token ?? "",
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: request.protocol === "https",
    expires: new Date(session?.expiresAt ?? 0),
  });
  reply.header("set-cookie", cookie);
}

/** A browser sends the cookie by itself, so a call has to show that it comes from our own page, or from a program. */
export function refuseForeignRequest(request: FastifyRequest): void {
  if (!request.routeOptions.url?.startsWith(MANAGER_SIDE) || request.headers.authorization) return;
  const site = request.headers["sec-fetch-site"];
  const isOurs = site === undefined || site === "same-origin" || site === "none";
  const isMarked = SAFE_METHODS.includes(request.method) || request.headers[CONSOLE_HEADER] !== undefined;
  if (!isOurs || !isMarked) throw new CatalogueError("FOREIGN_REQUEST");
}
