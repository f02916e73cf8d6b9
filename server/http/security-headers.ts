import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { type AnsweredErrorCode, failure } from "./errors.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/**
 * Allows only our own files: no frames, no inline scripts, no inline styles except the given ones from the build, and
 * one Trusted Types policy, for the service worker.
 */
export function contentSecurityPolicy(styles: string[] = []): string {
  const hashes = styles.map((style) => ` 'sha256-${hash("sha256", style, "base64")}'`);
  return DIRECTIVES.replace("style-src 'self'", `style-src 'self'${hashes.join("")}`);
}

/** Added for the console, which frames its preview of an interview. */
export const CONSOLE_FRAMES = "; frame-src 'self'";

/** The policy of the preview: only the console may frame it, and it makes no calls. */
export function previewPolicy(policy: string): string {
  return policy
    .replace("connect-src 'self'", "connect-src 'none'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types firsthand",
].join("; ");

/** On every response; one constant object costs a seventh of what a library adds. */
export const SECURITY_HEADERS = {
  "content-security-policy": contentSecurityPolicy(),
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "microphone=(self), on-device-speech-recognition=(self), camera=(), geolocation=(), payment=(), usb=()",
  "cache-control": "no-store",
};

/** Answers an error that occurs before any hook has run. */
export function answerSafely(reply: FastifyReply, code: AnsweredErrorCode): void {
  const { id } = reply.request;
  const { status, body } = failure(code, { requestId: id });
  reply
    .headers(SECURITY_HEADERS)
    .header(REQUEST_ID_HEADER, id)
    .code(status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body));
}
