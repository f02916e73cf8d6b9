import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Where people come. */
    publicAddress: URL;
  }
}

export type CookieOptions = {
  name: string;
  value: string;
  sameSite: "strict" | "lax";
  /** Seconds, and not an instant, which a device whose clock is wrong would take for another. 0 ends the cookie. */
  maxAge: number;
};

/** Adds a cookie to the answer that only this server gets back, and no script reads. */
export function setCookie(reply: FastifyReply, { name, ...options }: CookieOptions): void {
  const { request } = reply;
  const cookie = stringifySetCookie({
    ...options,
    name: cookieName(request, name),
    path: "/",
    httpOnly: true,
    secure: isSecure(request),
  });
  reply.header("set-cookie", cookie);
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  return parseCookie(request.headers.cookie ?? "")[cookieName(request, name)];
}

function cookieName(request: FastifyRequest, name: string): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

/**
 * Wherever people come by https, whether or not a proxy says so of this request. Over plain http, as on loopback, browsers
 * disagree on whether a Secure cookie may be set.
 */
function isSecure({ protocol, server }: FastifyRequest): boolean {
  return protocol === "https" || server.publicAddress.protocol === "https:";
}
