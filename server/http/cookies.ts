import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** The address under which people reach this server. */
    publicAddress: URL;
  }
}

export type CookieOptions = {
  name: string;
  value: string;
  sameSite: "strict" | "lax";
  /** Seconds. Not a date, because a device with a wrong clock would misread it. 0 deletes the cookie. */
  maxAge: number;
};

/** Sets a cookie for this host only, which scripts cannot read. */
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
 * True wherever people come by https, even if the proxy does not say so for this request. Over plain http, as on
 * loopback, browsers disagree on whether a Secure cookie may be set.
 */
function isSecure({ protocol, server }: FastifyRequest): boolean {
  return protocol === "https" || server.publicAddress.protocol === "https:";
}
