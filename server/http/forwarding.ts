import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Reachability } from "#contract/api/calls.ts";

/** What happened to `X-Forwarded-For`. If it is ignored, all callers behind that proxy count as one address. */
export function forwardingOf({
  headers,
  ips,
}: Pick<FastifyRequest, "headers" | "ips">): Reachability["forwardedFor"] {
  if (headers["x-forwarded-for"] === undefined) return "missing";
  // the first entry is the connection's own address; without a trusted proxy there is no list
  return (ips?.length ?? 0) > 1 ? "used" : "ignored";
}

/** Warns once that a proxy is not trusted, because nothing else shows this mistake. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!hasWarned && forwardingOf(request) === "ignored") {
      hasWarned = true;
      request.log.warn(
        "X-Forwarded-For is ignored, so that everyone behind this proxy counts as one client: name the proxy in FIRSTHAND_TRUST_PROXY",
      );
    }
    done();
  });
}
