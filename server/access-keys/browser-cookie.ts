import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readCookie, setCookie } from "../http/cookies.ts";

const BROWSER = "firsthand-browser";
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Browsers keep no cookie for longer. */
const MAX_AGE_SECONDS = 400 * 86_400;

/**
 * By which a sign-in link knows the first browser that used it. It lets nobody in: without the link's key it is worth nothing.
 * `hash`: SHA-256 of the cookie, hex. `keep` sets the cookie where the browser has none yet.
 */
export type BrowserMark = { hash: string; keep(reply: FastifyReply): void };

/** The browser's cookie; a new one where it has none. */
export function browserMark(request: FastifyRequest): BrowserMark {
  const token = browserToken(request);
  if (token !== undefined) return { hash: hash("sha256", token), keep: () => undefined };
  const value = randomBytes(32).toString("base64url");
  return {
    hash: hash("sha256", value),
    keep: (reply) => setCookie(reply, { name: BROWSER, value, sameSite: "strict", maxAge: MAX_AGE_SECONDS }),
  };
}

function browserToken(request: FastifyRequest): string | undefined {
  const token = readCookie(request, BROWSER);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}
