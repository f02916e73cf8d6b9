import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readCookie, setCookie } from "../http/cookies.ts";

const BROWSER = "firsthand-browser";
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** The longest lifetime that browsers allow. */
const MAX_AGE_SECONDS = 400 * 86_400;

/**
 * Identifies the first browser that used a sign-in link. The cookie alone signs in no one: the link's key is needed
 * too. `hash`: SHA-256 of the cookie, hex. `keep` sets the cookie where the browser has none yet.
 */
export type BrowserBinding = { hash: string; keep(reply: FastifyReply): void };

/** Reads the browser's cookie, or makes a new one. */
export function browserBinding(request: FastifyRequest): BrowserBinding {
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
