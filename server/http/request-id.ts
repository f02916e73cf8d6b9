import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIn, rangesOf } from "../outgoing/address-ranges.ts";

/** Set on every answer; accepted in a request only from a trusted proxy. */
export const REQUEST_ID_HEADER = "x-request-id";

/**
 * What proxies generate: a UUID or 128 bits in hex. The id appears in the log and the audit trail, so free text and our
 * own keys and tokens must not match.
 */
const ID = /^(?:[\da-f]{32}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

type IncomingRequest = {
  headers: IncomingMessage["headers"];
  socket: { remoteAddress?: string | undefined };
};

/** Makes the id of each request, or takes the one that a trusted proxy made. */
export function requestIds(trustedProxies: string[]): (request: IncomingRequest) => string {
  const proxies = rangesOf(trustedProxies);
  return ({ headers, socket }) => {
    const requestId = headers[REQUEST_ID_HEADER];
    if (typeof requestId !== "string" || !ID.test(requestId)) return randomUUID();
    // on a dual-stack socket, an IPv4 address appears in IPv6 form
    const peer = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
    return isIn(proxies, peer) ? requestId : randomUUID();
  };
}
