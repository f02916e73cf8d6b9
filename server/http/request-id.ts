import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIn, rangesOf } from "../outgoing/address-ranges.ts";

/** In answers, and believed in requests that a trusted proxy passes on. */
export const REQUEST_ID_HEADER = "x-request-id";

/**
 * What proxies make: a UUID, or 128 bits in hex. Nothing that anybody could have typed, and no key or token of ours:
 * the id stands in the log and in the audit trail.
 */
const ID = /^(?:[\da-f]{32}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

type IncomingRequest = {
  headers: IncomingMessage["headers"];
  socket: { remoteAddress?: string | undefined };
};

/** Makes the id of each request, or takes it over where a proxy of ours has made one. */
export function requestIds(trustedProxies: string[]): (request: IncomingRequest) => string {
  const proxies = rangesOf(trustedProxies);
  return ({ headers, socket }) => {
    const requestId = headers[REQUEST_ID_HEADER];
    if (typeof requestId !== "string" || !ID.test(requestId)) return randomUUID();
    // on a socket for both families, an IPv4 address comes in the form of IPv6
    const peer = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
    return isIn(proxies, peer) ? requestId : randomUUID();
  };
}
